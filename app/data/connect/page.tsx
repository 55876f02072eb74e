import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { ConnectForm } from "#components/data/connect-form.tsx";
import { connect, tryConnection } from "../actions.ts";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("data"))("connect.title") };
}

export default function ConnectPage() {
  return <ConnectForm test={tryConnection} connect={connect} />;
}
