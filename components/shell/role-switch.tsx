"use client";

import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useOptimistic, useState, useTransition } from "react";
import { attempt } from "#components/wire/attempt.ts";
import type { Outcome } from "#lib/contracts/stream.ts";

interface RoleSwitchProps {
  role: string;
  roles: string[];
  switchRole: (role: string) => Promise<Outcome<string>>;
}

/** Until sign-in exists: whose rights the database applies from the next question on. */
export function RoleSwitch({ role, roles, switchRole }: RoleSwitchProps) {
  const t = useTranslations();
  const router = useRouter();
  const [pending, start] = useTransition();
  const [shown, show] = useOptimistic(role);
  const [fault, setFault] = useState<string | null>(null);
  if (roles.length < 2) return null;
  return (
    <div className="border-line border-t px-1.5 pt-3 text-sm">
      <label className="flex items-center justify-between gap-2 text-ink-soft">
        {t("sidebar.asRole")}
        <select
          value={shown}
          disabled={pending}
          onChange={(event) => {
            const chosen = event.target.value;
            start(async () => {
              show(chosen);
              const outcome = await attempt(switchRole(chosen), t("error.unreachable"));
              setFault(outcome.ok ? null : outcome.sentence);
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
      {fault !== null && (
        <p role="alert" className="pt-1.5 text-person">
          {fault}
        </p>
      )}
    </div>
  );
}
