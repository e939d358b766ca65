package dev.mandate.app;

import dev.mandate.adapters.kms.OperatorSecret;
import dev.mandate.adapters.store.StoreProblem;
import dev.mandate.app.serve.JournalOfFolder;
import dev.mandate.app.serve.OperatorSecretFile;
import dev.mandate.domain.access.ApiKeyId;
import dev.mandate.domain.access.Scope;
import dev.mandate.domain.access.Tenant;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.engine.access.ApiKeyRepository;
import dev.mandate.ports.api.access.ApiKey;
import dev.mandate.ports.api.access.ApiKeys;
import dev.mandate.ports.api.access.KeyRefused;
import dev.mandate.ports.api.access.NewApiKey;
import dev.mandate.ports.api.access.RotationRefused;
import dev.mandate.ports.spi.time.ServerClock;
import io.vavr.collection.Array;
import io.vavr.collection.HashSet;
import io.vavr.collection.Set;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.function.Function;
import java.util.function.ToIntFunction;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.Spec;

/**
 * {@code mandate api-key}: creates, lists, rotates and revokes API keys. The server may run meanwhile. A new key is printed on
 * standard output and nowhere else; messages about it go to standard error.
 */
@Command(
        name = "api-key",
        description = "Makes, lists, rotates and ends the API keys of tenants.",
        footer = {"", "All of this works beside a running server, which sees it within a second."},
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "COMMAND")
final class ApiKeyCommand implements Runnable {

    /** A hundred years. A greater number is probably a typing error. */
    private static final int MAX_DAYS = 36_500;

    private static final ServerClock CLOCK = ServerClock.of(InstantSource.system());

    @Spec
    private CommandSpec spec = CommandSpec.create();

    /** Called without a subcommand. */
    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "Missing command: create, list, rotate or revoke");
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

    @Command(name = "create", description = "Makes a key and prints it, this once.", mixinStandardHelpOptions = true)
    int create(
            @Mixin StoreOptions store,
            @Mixin TenantOption tenantOption,
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
        if (name.isBlank() || name.length() > ApiKey.MAX_NAME || name.chars().anyMatch(Character::isISOControl)) {
            throw wrong("--name is 1 to " + ApiKey.MAX_NAME + " characters");
        }
        if (days != null && (days < 1 || days > MAX_DAYS)) {
            throw wrong("--expires-in-days is 1 to " + MAX_DAYS);
        }
        boolean first = !Files.exists(secret(store));
        return with(store, store.openOrCreate(), OperatorSecretFile::openOrCreate, keys -> {
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
        return with(store, store.openExisting(), OperatorSecretFile::open, keys -> {
            Array<ApiKey> all = keys.list(tenant).toArray();
            if (all.isEmpty()) {
                out().println("The tenant " + tenant + " has no API keys.");
            } else {
                TextTable.print(
                        out(),
                        all.map(this::cells).prepend(Array.of("id", "name", "scopes", "made", "ends", "revoked")));
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
            @Parameters(paramLabel = "ID", description = "Which key, as list shows it.") String id,
            @picocli.CommandLine.Option(
                            names = "--grace-seconds",
                            paramLabel = "SECONDS",
                            defaultValue = "86400",
                            description = "How long the old key goes on, at most a year (default: ${DEFAULT-VALUE}).")
                    long grace) {
        Tenant tenant = tenant(tenantOption);
        ApiKeyId key = id(id);
        if (grace < 0 || grace > ApiKeys.MAX_GRACE.toSeconds()) {
            throw wrong("--grace-seconds is 0 to " + ApiKeys.MAX_GRACE.toSeconds() + ", which is a year");
        }
        return with(
                store,
                store.openExisting(),
                OperatorSecretFile::open,
                keys -> exitCode(keys.rotate(tenant, key, Duration.ofSeconds(grace)).peek(this::shown).mapLeft(ApiKeyCommand::text)));
    }

    @Command(name = "revoke", description = "Ends a key at once and for good.", mixinStandardHelpOptions = true)
    int revoke(
            @Mixin StoreOptions store,
            @Mixin TenantOption tenantOption,
            @Parameters(paramLabel = "ID", description = "Which key, as list shows it.") String id) {
        Tenant tenant = tenant(tenantOption);
        ApiKeyId key = id(id);
        return with(store, store.openExisting(), OperatorSecretFile::open, keys -> exitCode(keys.revoke(tenant, key)
                .peek(ended -> err().println("The key " + ended.id() + " (" + ended.name() + ") is ended."))
                .mapLeft(ApiKeyCommand::text)));
    }

    private int with(
            StoreOptions store,
            Either<StoreProblem, StoreOptions.Opened<StoreOptions.JournalWithCheckpoints>> opened,
            Function<OperatorSecretFile, Either<String, OperatorSecret>> secret,
            ToIntFunction<ApiKeys> command) {
        return store.with(opened, journal -> {
            Either<String, ApiKeyRepository> keys = keys(store, journal, secret);
            keys.swap().forEach(err()::println);
            return keys.isLeft() ? 1 : command.applyAsInt(keys.get());
        });
    }

    /** Returns the keys of a journal that is the one of this folder's secret and anchor. */
    private static Either<String, ApiKeyRepository> keys(
            StoreOptions store, StoreOptions.JournalWithCheckpoints opened, Function<OperatorSecretFile, Either<String, OperatorSecret>> secret) {
        SecureRandom random = new SecureRandom();
        JournalOfFolder journal = new JournalOfFolder(store.folder(), opened.journal(), opened.checkpoints(), store.place());
        return secret.apply(journal.secretFile())
                .flatMap(operator -> journal.open(operator, Option.none(), CLOCK, random, HashSet.empty(), line -> {})
                        .map(anchored -> new ApiKeyRepository(
                                anchored.guarded(), operator.tokenHash(), CLOCK, random, anchored)));
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
