"use client";

import { useEffect, useState } from "react";

/** Whole seconds until an instant; null before the first look at the browser's clock. */
export function useTimeLeft(until: string): number | null {
  const [left, setLeft] = useState<number | null>(null);
  useEffect(() => {
    const look = () => setLeft(Math.ceil((Date.parse(until) - Date.now()) / 1000));
    look();
    const timer = setInterval(look, 1_000);
    return () => clearInterval(timer);
  }, [until]);
  return left;
}
