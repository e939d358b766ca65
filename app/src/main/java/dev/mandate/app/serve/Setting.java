package dev.mandate.app.serve;

import dev.mandate.adapters.mail.MailSettings;
import io.vavr.collection.Array;
import io.vavr.control.Option;
import java.util.Locale;
import java.util.regex.Pattern;

/** Every setting of the server, named like its flag: {@code --http-port}, {@code MANDATE_HTTP_PORT}, {@code http-port=}. */
enum Setting {
    HTTP_HOST("127.0.0.1", "the address to listen on"),
    HTTP_PORT("8080", "the port to listen on; 0 for any free one"),
    DATA_DIR("data", "the folder of the journal and of the server's own keys"),
    STORE("sqlite", Secrecy.SECRET_IN_PARTS, "sqlite, or jdbc:postgresql://HOST:PORT/DATABASE?user=..."),
    CHAIN("rpc", "rpc, or simulated: a chain in memory for trying things out"),
    SIMULATED_CLOCK(
            SettingChecks.MACHINE_CLOCK,
            "the clock of simulated networks: the machine's, or a time like 2026-01-01T00:00:00Z, which stands until it is advanced"),
    RPC_URL_MAINNET("", Secrecy.SECRET, "URLs of mainnet nodes, comma separated, each used while those before it fail; none: that network answers 503"),
    RPC_URL_DEVNET("", Secrecy.SECRET, "URLs of devnet nodes, comma separated, each used while those before it fail; none: that network answers 503"),
    RPC_AGREEMENT("", "how many nodes must tell the same before a signature or a final word; none: 2 where a network has two or more, else 1"),
    NODE_CALLS_PER_REQUEST("60", "how many calls to nodes one request may make; calls in a batch count one by one"),
    EVENT_DAYS("30", "for how many days events can be read; the journal keeps what they were made from"),
    WATCH_SECONDS("20", "seconds between two looks at the accounts on the chain: 2 to 3600; 0: they are not watched"),
    PROGRAM("squadsv4", "the account program"),
    KMS("file", "where keys are kept: file, pkcs11:token=LABEL?module-path=/LIBRARY&pin-source=file:/PIN, or aws-kms:REGION"),
    VAULT_DIR("", "the folder of the sealed vault, where instances share one; none: vault in --data-dir"),
    VAULT_PASSPHRASE_FILE("", "the file with the passphrase that seals the keys of --kms file; needed unless the chain is simulated"),
    FEE_PAYER("", "the address that must pay for accounts made here; none: the key of the vault that is made on first start"),
    MAIL(
            "",
            Secrecy.SECRET,
            "how one-time codes are sent: " + MailSettings.FORMS + " (sandbox only); none: accounts by e-mail are not offered"),
    BOOTSTRAP_API_KEY("", Secrecy.SECRET, "an API key that exists from the start (sandbox only)"),
    WIRE_PROFILES("neutral,grid", "the wire profiles to serve: neutral, or neutral,grid"),
    ENVIRONMENT("sandbox", "sandbox or production"),
    DEFAULT_NETWORK("mainnet", "the network of requests without a header: mainnet or devnet"),
    TRUSTED_PROXIES("", "the IP addresses of proxies whose forwarded client address is believed, comma separated"),
    BEHIND_TLS_PROXY("false", "true: all traffic beyond loopback comes through a proxy that ends TLS"),
    CREATION_BUDGET_LAMPORTS("1000000000", "what the operator pays a day for the accounts of each tenant on each network"),
    CREATIONS_PER_KEY_PER_DAY("100", "how many accounts an API key may have made in a day"),
    MAX_PRIORITY_FEE_LAMPORTS("10000000", "the largest priority fee of a transaction, whoever pays it"),
    REQUESTS_PER_KEY_PER_SECOND("200", "the average rate of requests of an API key; 0 for no limit"),
    PASSKEY_RP_ID("", "the relying party of passkeys: the domain of your pages; none: passkeys are not offered"),
    PASSKEY_ORIGINS("", "the origins of pages on which passkeys are used, comma separated: of the relying party's domain or below; android:apk-key-hash:… for a native app"),
    CORS_ORIGINS("", "the origins of web pages that may call from a browser, comma separated"),
    METRICS_PORT("", "a port of its own for /metrics and the health calls; none: on the main port, in the sandbox on loopback alone"),
    LOG_FORMAT("text", "text or json"),
    LOG_LEVEL("info", "info; debug: also what is routine; warn: only what should be looked at");

    private static final String REDACTED = "(redacted)";
    /** {@code sqlite}, or hosts with numeric ports and a database name. This form cannot contain a user or a password. */
    private static final Pattern STORE_WITHOUT_SECRETS =
            Pattern.compile("[a-z]+|jdbc:postgresql:(//[\\w.-]+(:\\d+)?(,[\\w.-]+(:\\d+)?)*/)?[\\w-]*");

    private final String defaultValue;
    private final Secrecy secrecy;
    private final String meaning;

    Setting(String defaultValue, String meaning) {
        this(defaultValue, Secrecy.PUBLIC, meaning);
    }

    Setting(String defaultValue, Secrecy secrecy, String meaning) {
        this.defaultValue = defaultValue;
        this.secrecy = secrecy;
        this.meaning = meaning;
    }

    /** Which part of a value may be printed. */
    private enum Secrecy {
        PUBLIC,
        /** The part before a question mark, if it cannot contain a password. */
        SECRET_IN_PARTS,
        /** Nothing. */
        SECRET
    }

    /** {@code http-port}. */
    String key() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** {@code --http-port}. */
    String flag() {
        return "--" + key();
    }

    /** {@code MANDATE_HTTP_PORT}. */
    String variable() {
        return "MANDATE_" + name();
    }

    /** Returns the default; empty for none. */
    String defaultValue() {
        return defaultValue;
    }

    /** Returns the description for the help. */
    String meaning() {
        return meaning;
    }

    /** Returns the printable form of a value. */
    String shown(String value) {
        return switch (secrecy) {
            case PUBLIC -> value;
            case SECRET_IN_PARTS -> withoutParameters(value);
            case SECRET -> value.isEmpty() ? "" : REDACTED;
        };
    }

    private static String withoutParameters(String store) {
        String[] parts = store.split("\\?", 2);
        return (STORE_WITHOUT_SECRETS.matcher(parts[0]).matches() ? parts[0] : REDACTED) + (parts.length > 1 ? "?" + REDACTED : "");
    }

    static Option<Setting> ofFlag(String flag) {
        return Array.of(values()).find(setting -> setting.flag().equals(flag));
    }

    static Option<Setting> ofVariable(String variable) {
        return Array.of(values()).find(setting -> setting.variable().equals(variable));
    }
}
