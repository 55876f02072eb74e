"use client";

import { Plus, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { TextField } from "#components/controls/field.tsx";
import type { ConnectionDraft } from "./connection-draft.ts";

type Login = ConnectionDraft["logins"][number];

interface LoginFieldsProps {
  logins: Login[];
  change: (logins: Login[]) => void;
}

/** One login a role: what each may see is the database's own rule. */
export function LoginFields({ logins, change }: LoginFieldsProps) {
  const t = useTranslations("data.connect");
  const set = (key: number, part: Partial<Login>) =>
    change(logins.map((login) => (login.key === key ? { ...login, ...part } : login)));
  return (
    <fieldset className="flex flex-col gap-3">
      <legend className="mb-2 font-medium text-sm">{t("logins")}</legend>
      <p className="-mt-2 text-ink-faint text-sm">{t("loginsHint")}</p>
      {logins.map(({ key, role, user, password }) => (
        <div key={key} className="grid grid-cols-[1fr_auto] items-end gap-3">
          <div className="grid gap-3 sm:grid-cols-3">
            <TextField label={t("role")} value={role} onText={(value) => set(key, { role: value })} />
            <TextField
              label={t("user")}
              value={user}
              autoComplete="off"
              spellCheck={false}
              onText={(value) => set(key, { user: value })}
            />
            <TextField
              label={t("password")}
              type="password"
              value={password}
              autoComplete="new-password"
              onText={(value) => set(key, { password: value })}
            />
          </div>
          <button
            type="button"
            aria-label={t("removeLogin", { role })}
            disabled={logins.length === 1}
            onClick={() => change(logins.filter((login) => login.key !== key))}
            className="grid size-9 place-items-center rounded-lg text-ink-faint hover:bg-panel hover:text-ink disabled:invisible"
          >
            <X className="size-4" aria-hidden />
          </button>
        </div>
      ))}
      <button
        type="button"
        onClick={() =>
          change([
            ...logins,
            { key: Math.max(...logins.map(({ key }) => key)) + 1, role: "", user: "", password: "" },
          ])
        }
        className="flex w-fit items-center gap-1.5 rounded-lg py-1 text-ink-soft text-sm hover:text-ink"
      >
        <Plus className="size-4" aria-hidden />
        {t("addLogin")}
      </button>
    </fieldset>
  );
}
