package dev.mandate.app;

import dev.mandate.adapters.kms.OperatorSecret;
import dev.mandate.domain.access.ApiKeyId;
import dev.mandate.domain.access.OperatorName;
import dev.mandate.domain.access.Scope;
import dev.mandate.domain.access.Tenant;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.engine.access.ApiKeyRepository;
import dev.mandate.ports.api.access.ApiKey;
import dev.mandate.ports.api.access.ApiKeys;
import dev.mandate.ports.api.access.KeyRefused;
import dev.mandate.ports.api.access.NewApiKey;
import dev.mandate.ports.api.access.RotationRefused;
import dev.mandate.ports.api.access.TokenForm;
import io.vavr.collection.Array;
import io.vavr.collection.Seq;
import io.vavr.collection.Set;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.io.Console;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Scanner;
import java.util.function.ToIntFunction;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.Spec;

/**
 * {@code mandate api-key}: creates, finds, lists, rotates and revokes API keys. The server may run meanwhile. A new key is printed on
 * standard output and nowhere else; messages about it go to standard error.
 */
@Command(
        name = "api-key",
        description = "Makes, finds, lists, rotates and ends the API keys of tenants.",
        footer = {"", "All of this works beside a running server, which sees it within a second."},
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "COMMAND")
final class ApiKeyCommand implements Runnable {

    /** A hundred years. A greater number is probably a typing error. */
    private static final int MAX_DAYS = 36_500;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    /** Called without a subcommand. */
    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "Missing command: create, find, list, rotate or revoke");
    }

    /** The tenant option. */
    static final class TenantOption {

        @picocli.CommandLine.Option(
                names = "--tenant",
                paramLabel = "NAME",
                defaultValue = "default",
                description = "Whose key: tenants see nothing of each other (default: ${DEFAULT-VALUE}).")
        private String name = "default";
    }

    /** The form of a new key. */
    static final class FormOption {

        @picocli.CommandLine.Option(
                names = "--uuid",
                description = "Makes a key that is a UUID, for clients that expect one (default: mk_ and 43 characters).")
        private boolean uuid;

        private TokenForm form() {
            return uuid ? TokenForm.UUID : TokenForm.PREFIXED;
        }
    }

    @Command(name = "create", description = "Makes a key and prints it, this once.", mixinStandardHelpOptions = true)
    int create(
            @Mixin StoreOptions store,
            @Mixin TenantOption tenantOption,
            @Mixin FormOption formOption,
            @Mixin OperatorOption operator,
            @picocli.CommandLine.Option(names = "--name", required = true, description = "What people know it by.")
                    String name,
            @picocli.CommandLine.Option(
                            names = "--scopes",
                            paramLabel = "SCOPES",
                            defaultValue = "read,build,submit",
                            description = "Comma separated, of read, build, create, submit, admin (default: ${DEFAULT-VALUE}).")
                    String scopes,
            @picocli.CommandLine.Option(
                            names = "--expires-in-days",
                            paramLabel = "DAYS",
                            description = "When it ends by itself: in 1 to " + MAX_DAYS + " days (default: never).")
                    Integer days) {
        Tenant tenant = tenant(tenantOption);
        Set<Scope> granted = scopes(scopes);
        OperatorName by = operator.name();
        if (name.isBlank() || name.length() > ApiKey.MAX_NAME || name.chars().anyMatch(Character::isISOControl)) {
            throw wrong("--name is 1 to " + ApiKey.MAX_NAME + " characters");
        }
        if (days != null && (days < 1 || days > MAX_DAYS)) {
            throw wrong("--expires-in-days is 1 to " + MAX_DAYS);
        }
        boolean first = !Files.exists(secret(store));
        return OperatorJournal.withNew(store, err(), opened -> {
            ApiKeys keys = opened.keys().by(by).making(formOption.form());
            if (first) {
                err().println("There was no operator's secret in " + store.folder()
                        + ", and one is made: what is made with it is good for a server with this --data-dir alone.");
            }
            shown(days == null
                    ? keys.create(tenant, name, granted)
                    : keys.create(tenant, name, granted, Instant.now().plus(Duration.ofDays(days))));
            return 0;
        });
    }

    @Command(name = "list", description = "Shows a tenant's keys, ended ones included.", mixinStandardHelpOptions = true)
    int list(@Mixin StoreOptions store, @Mixin TenantOption tenantOption) {
        Tenant tenant = tenant(tenantOption);
        return with(store, keys -> {
            Array<ApiKey> all = keys.list(tenant).toArray();
            if (all.isEmpty()) {
                out().println("The tenant " + tenant + " has no API keys.");
            } else {
                TextTable.print(
                        out(),
                        all.map(key -> cells(key).insert(3, lastUse(keys, key)))
                                .prepend(Array.of("id", "name", "scopes", "last use", "made", "ends", "revoked")));
            }
            return 0;
        });
    }

    @Command(
            name = "rotate",
            description = "Puts a new key in the place of one, which goes on for a while.",
            mixinStandardHelpOptions = true)
    int rotate(
            @Mixin StoreOptions store,
            @Mixin TenantOption tenantOption,
            @Mixin FormOption formOption,
            @Mixin OperatorOption operator,
            @Parameters(paramLabel = "ID", description = "Which key, as list shows it.") String id,
            @picocli.CommandLine.Option(
                            names = "--grace-seconds",
                            paramLabel = "SECONDS",
                            defaultValue = "86400",
                            description = "How long the old key goes on, at most a year (default: ${DEFAULT-VALUE}).")
                    long grace) {
        Tenant tenant = tenant(tenantOption);
        ApiKeyId key = id(id);
        OperatorName by = operator.name();
        if (grace < 0 || grace > ApiKeys.MAX_GRACE.toSeconds()) {
            throw wrong("--grace-seconds is 0 to " + ApiKeys.MAX_GRACE.toSeconds() + ", which is a year");
        }
        return with(
                store,
                keys -> exitCode(keys.by(by)
                        .making(formOption.form())
                        .rotate(tenant, key, Duration.ofSeconds(grace))
                        .peek(this::shown)
                        .mapLeft(ApiKeyCommand::text)));
    }

    /** Which keys are revoked. */
    static final class Selection {

        @Parameters(paramLabel = "ID", description = "Which key, as list shows it.")
        private String id = "";

        @picocli.CommandLine.Option(names = "--all", required = true, description = "All keys of the tenant; --tenant must be given.")
        private boolean all;
    }

    @Command(name = "revoke", description = "Ends a key, or all keys of a tenant, at once and for good.", mixinStandardHelpOptions = true)
    int revoke(
            @Mixin StoreOptions store,
            @Mixin TenantOption tenantOption,
            @Mixin OperatorOption operator,
            @ArgGroup(exclusive = true, multiplicity = "1") Selection selection) {
        Tenant tenant = tenant(tenantOption);
        OperatorName by = operator.name();
        if (selection.all) {
            if (!spec.commandLine().getParseResult().subcommand().hasMatchedOption("--tenant")) {
                throw wrong("--all takes --tenant");
            }
            return with(store, keys -> {
                Seq<ApiKey> ended = keys.by(by).revokeAll(tenant);
                ended.forEach(this::showEnd);
                err().println(ended.size() + (ended.size() == 1 ? " key" : " keys") + " of the tenant " + tenant + " ended.");
                return 0;
            });
        }
        ApiKeyId key = id(selection.id);
        return with(store, keys -> exitCode(keys.by(by).revoke(tenant, key).peek(this::showEnd).mapLeft(ApiKeyCommand::text)));
    }

    private void showEnd(ApiKey ended) {
        err().println("The key " + ended.id() + " (" + ended.name() + ") is ended.");
    }

    @Command(
            name = "find",
            description = "Tells whose a key is. The key is typed, without an echo, or is the first line of the standard input; it is never an argument.",
            mixinStandardHelpOptions = true)
    int find(@Mixin StoreOptions store) {
        String token = token();
        return with(store, keys -> {
            Option<ApiKey> found = keys.find(token);
            found.forEach(key -> {
                TextTable.print(
                        out(),
                        Array.of(
                                Array.of("id", key.id().text()),
                                Array.of("tenant", key.tenant().name()),
                                Array.of("name", key.name()),
                                Array.of("scopes", scopes(key)),
                                Array.of("made", key.createdAt().toString()),
                                Array.of("ends", key.endsAt().map(UnixTime::toString).getOrElse("-")),
                                Array.of("revoked", key.revokedAt().map(UnixTime::toString).getOrElse("-")),
                                Array.of("first use", keys.uses().find(key.id()).map(use -> use.first().toString()).getOrElse("-")),
                                Array.of("last use", lastUse(keys, key))));
                if (key.revokedAt().isEmpty()) {
                    err().println("To end it: mandate api-key revoke --tenant " + key.tenant() + " " + key.id());
                }
            });
            if (found.isEmpty()) {
                err().println("No key of this journal is that one. A bootstrap key is not recorded.");
            }
            return found.isEmpty() ? 1 : 0;
        });
    }

    // With a JDK 22 to 24 a console is there without a terminal, too. It reads the same line.
    @SuppressWarnings("SystemConsoleNull")
    private String token() {
        Console console = System.console();
        Option<String> given = console == null
                ? Option.of(new Scanner(System.in, StandardCharsets.UTF_8)).filter(Scanner::hasNextLine).map(Scanner::nextLine)
                : Option.of(console.readPassword("API key: ")).map(String::new);
        return given.map(String::strip)
                .filter(key -> !key.isEmpty())
                .getOrElseThrow(() -> wrong("no key: type it, or write it to the standard input"));
    }

    private static String lastUse(ApiKeyRepository keys, ApiKey key) {
        return keys.uses().find(key.id()).map(use -> use.last().toString()).getOrElse("-");
    }

    private int with(StoreOptions store, ToIntFunction<ApiKeyRepository> command) {
        return OperatorJournal.with(store, err(), opened -> command.applyAsInt(opened.keys()));
    }

    private static Path secret(StoreOptions store) {
        return store.folder().resolve(OperatorSecret.NAME);
    }

    private void shown(NewApiKey made) {
        err().println("The key " + made.key().id() + " of the tenant " + made.key().tenant() + ", for "
                + scopes(made.key()) + ". It is shown this once:");
        err().flush();
        out().println(made.token());
    }

    private <T> int exitCode(Either<String, T> answer) {
        answer.swap().forEach(err()::println);
        return answer.isRight() ? 0 : 1;
    }

    private static String text(KeyRefused refused) {
        return switch (refused) {
            case KeyRefused.Unknown unknown -> "The tenant has no such key.";
            case KeyRefused.Ended(ApiKeyId key, UnixTime at) -> "The key " + key + " ended at " + at + ".";
        };
    }

    private static String text(RotationRefused refused) {
        return switch (refused) {
            case RotationRefused.NotGood(KeyRefused why) -> text(why);
            case RotationRefused.Replaced(ApiKeyId key, UnixTime endsAt) ->
                "Another key has come in the place of " + key + ", which ends at " + endsAt
                        + ": rotate that other one, or create a new key.";
        };
    }

    private Array<String> cells(ApiKey key) {
        return Array.of(
                key.id().text(),
                key.name(),
                scopes(key),
                key.createdAt().toString(),
                key.endsAt().map(UnixTime::toString).getOrElse("-"),
                key.revokedAt().map(UnixTime::toString).getOrElse("-"));
    }

    private static String scopes(ApiKey key) {
        return Array.of(Scope.values()).filter(key.scopes()::contains).map(Scope::word).mkString(",");
    }

    private Tenant tenant(TenantOption tenantOption) {
        return Tenant.parse(tenantOption.name).getOrElseThrow(problem -> wrong("--tenant: " + problem));
    }

    private Set<Scope> scopes(String text) {
        return Array.of(text.split(",", -1))
                .map(word -> Scope.of(word.strip())
                        .getOrElseThrow(() -> wrong(
                                "--scopes are of read, build, create, submit, admin; there is no \"" + word.strip() + "\"")))
                .toSet();
    }

    private ApiKeyId id(String text) {
        try {
            return new ApiKeyId(text);
        } catch (IllegalArgumentException e) {
            throw wrong("ID is key_ and 16 of 0-9 and a-f, as list shows it");
        }
    }

    private ParameterException wrong(String why) {
        ParseResult called = spec.commandLine().getParseResult();
        return new ParameterException(
                called.hasSubcommand() ? called.subcommand().commandSpec().commandLine() : spec.commandLine(), why);
    }

    private PrintWriter out() {
        return spec.commandLine().getOut();
    }

    private PrintWriter err() {
        return spec.commandLine().getErr();
    }
}
