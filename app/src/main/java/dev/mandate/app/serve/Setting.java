package dev.mandate.app.serve;

import io.vavr.collection.Array;
import io.vavr.control.Option;
import java.util.Locale;
import java.util.regex.Pattern;

/** Every setting of the server, by the name of its flag: {@code --http-port}, {@code MANDATE_HTTP_PORT}, {@code http-port=}. */
enum Setting {
    HTTP_HOST("127.0.0.1", Shown.PLAINLY, "where to listen"),
    HTTP_PORT("8080", Shown.PLAINLY, "the port to listen on; 0 for any that is free"),
    DATA_DIR("data", Shown.PLAINLY, "the folder of the journal and of the server's own keys"),
    STORE("sqlite", Shown.AS_PLACE, "sqlite, or jdbc:postgresql://HOST:PORT/DATABASE?user=..."),
    CHAIN("rpc", Shown.PLAINLY, "rpc, or simulated: a chain in memory for trying things out"),
    SIMULATED_CLOCK(
            SettingChecks.MACHINE_CLOCK,
            Shown.PLAINLY,
            "how simulated networks tell the time: as the machine does; or from a time like 2026-01-01T00:00:00Z on, and there they "
                    + "stand until they are told to advance"),
    RPC_URL_MAINNET("", Shown.REDACTED, "nodes of mainnet, comma separated; none: that network answers 503"),
    RPC_URL_DEVNET("", Shown.REDACTED, "nodes of devnet, comma separated; none: that network answers 503"),
    PROGRAM("squadsv4", Shown.PLAINLY, "the account program"),
    KMS("file", Shown.PLAINLY, "where the server's own keys are kept"),
    VAULT_PASSPHRASE_FILE("", Shown.PLAINLY, "the file with the passphrase of the key vault"),
    FEE_PAYER("", Shown.PLAINLY, "the address that must pay for accounts made here; none: the key made on first start"),
    MAIL("", Shown.REDACTED, "how mail is sent"),
    BOOTSTRAP_API_KEY("", Shown.REDACTED, "an API key that exists from the start (sandbox only)"),
    WIRE_PROFILES("neutral,grid", Shown.PLAINLY, "which wires are spoken: neutral, or neutral,grid"),
    ENVIRONMENT("sandbox", Shown.PLAINLY, "sandbox or production"),
    DEFAULT_NETWORK("mainnet", Shown.PLAINLY, "mainnet or devnet, where no header says"),
    TRUSTED_PROXIES("", Shown.PLAINLY, "the IP addresses of proxies whose forwarded client address is believed, comma separated"),
    BEHIND_TLS_PROXY("false", Shown.PLAINLY, "true: whatever is beyond loopback comes through a proxy that ends TLS"),
    CREATION_BUDGET_LAMPORTS("1000000000", Shown.PLAINLY, "what the operator is ready to pay for accounts on each network"),
    CREATIONS_PER_KEY_PER_DAY("100", Shown.PLAINLY, "how many accounts one API key may have made in a day"),
    MAX_PRIORITY_FEE_LAMPORTS("10000000", Shown.PLAINLY, "the most that a transaction may pay to be preferred, whoever pays"),
    REQUESTS_PER_KEY_PER_SECOND("200", Shown.PLAINLY, "how often one API key may ask on average; 0 for no limit"),
    CORS_ORIGINS("", Shown.PLAINLY, "the origins of web pages that may call from a browser, comma separated"),
    LOG_FORMAT("text", Shown.PLAINLY, "text or json");

    private static final String REDACTED = "(redacted)";
    /** {@code sqlite}, or hosts with ports of digits alone and a database: nowhere is there room for a user or a password. */
    private static final Pattern PLACE =
            Pattern.compile("[a-z]+|jdbc:postgresql:(//[\\w.-]+(:\\d+)?(,[\\w.-]+(:\\d+)?)*/)?[\\w-]*");

    private final String standard;
    private final Shown shown;
    private final String meaning;

    Setting(String standard, Shown shown, String meaning) {
        this.standard = standard;
        this.shown = shown;
        this.meaning = meaning;
    }

    /** How a value may be printed. */
    enum Shown {
        PLAINLY,
        /** A place whose every part is harmless, up to a question mark: what stands elsewhere may be a password. */
        AS_PLACE,
        /** Only whether there is one. */
        REDACTED
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

    /** What holds where nothing is said; empty for nothing. */
    String standard() {
        return standard;
    }

    /** Whether this version can do what the setting asks for. What it knows by name alone is refused with the reason, and not in the help. */
    boolean isOffered() {
        return switch (this) {
            case RPC_URL_MAINNET, RPC_URL_DEVNET, VAULT_PASSPHRASE_FILE, MAIL -> false;
            default -> true;
        };
    }

    /** For the help. */
    String meaning() {
        return meaning;
    }

    /** The value as it may be printed. */
    String shown(String value) {
        return switch (shown) {
            case PLAINLY -> value;
            case AS_PLACE -> place(value);
            case REDACTED -> value.isEmpty() ? "" : REDACTED;
        };
    }

    private static String place(String value) {
        int question = value.indexOf('?');
        String base = question < 0 ? value : value.substring(0, question);
        return (PLACE.matcher(base).matches() ? base : REDACTED) + (question < 0 ? "" : "?" + REDACTED);
    }

    static Option<Setting> ofFlag(String flag) {
        return Array.of(values()).find(setting -> setting.flag().equals(flag));
    }

    static Option<Setting> ofVariable(String variable) {
        return Array.of(values()).find(setting -> setting.variable().equals(variable));
    }
}
