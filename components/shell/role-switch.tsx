"use client";

import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useTransition } from "react";
import type { Outcome } from "#lib/contracts/stream.ts";

interface RoleSwitchProps {
  role: string;
  roles: string[];
  switchRole: (role: string) => Promise<Outcome<string>>;
}

/** Until sign-in exists: whose rights the database applies from the next question on. */
export function RoleSwitch({ role, roles, switchRole }: RoleSwitchProps) {
  const t = useTranslations("sidebar");
  const router = useRouter();
  const [pending, start] = useTransition();
  if (roles.length < 2) return null;
  return (
    <label className="flex items-center justify-between gap-2 border-line border-t px-1.5 pt-3 text-ink-soft text-sm">
      {t("asRole")}
      <select
        value={role}
        disabled={pending}
        onChange={(event) => {
          const chosen = event.target.value;
          start(async () => {
            await switchRole(chosen);
            router.refresh();
          });
        }}
        className="rounded-md border border-line-strong bg-raised px-2 py-1 text-ink text-sm"
      >
        {roles.map((each) => (
          <option key={each} value={each}>
            {each}
          </option>
        ))}
      </select>
    </label>
  );
}
