package dev.mandate.app;

import dev.mandate.domain.access.OperatorName;
import dev.mandate.domain.access.Tenant;
import dev.mandate.engine.access.TenantRecord;
import dev.mandate.engine.access.TenantStandings;
import dev.mandate.engine.accounts.TenantAccounts;
import io.vavr.control.Either;
import java.io.PrintWriter;
import java.util.function.Function;
import java.util.function.Predicate;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code mandate tenant}: suspends and resumes a tenant. The server may run meanwhile. */
@Command(
        name = "tenant",
        description = "Suspends a tenant, or ends that.",
        footer = {"", "All of this works beside a running server, which sees it within a second."},
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "COMMAND")
final class TenantCommand implements Runnable {

    @Spec
    private CommandSpec spec = CommandSpec.create();

    /** Called without a subcommand. */
    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "Missing command: suspend or resume");
    }

    @Command(
            name = "suspend",
            description = "Lets a tenant only read. Every other call of its API keys is refused: 403 tenant_suspended.",
            mixinStandardHelpOptions = true)
    int suspend(
            @Mixin StoreOptions store,
            @Mixin OperatorOption operator,
            @Parameters(paramLabel = "NAME", description = "The tenant, as tenants lists it.") String name) {
        OperatorName by = operator.name();
        Tenant tenant = tenant(name);
        return decided(
                store,
                opened -> !opened.keys().list(tenant).isEmpty()
                        || TenantAccounts.count(opened.journal(), OperatorJournal.CLOCK).containsKey(tenant),
                standings -> standings.suspend(tenant, by),
                "The tenant " + tenant + " is suspended: it can only read. What was accepted before goes on, and is sent.");
    }

    @Command(name = "resume", description = "Ends a suspension.", mixinStandardHelpOptions = true)
    int resume(
            @Mixin StoreOptions store,
            @Mixin OperatorOption operator,
            @Parameters(paramLabel = "NAME", description = "The tenant, as tenants lists it.") String name) {
        OperatorName by = operator.name();
        Tenant tenant = tenant(name);
        return decided(store, opened -> true, standings -> standings.resume(tenant, by), "The tenant " + tenant + " is not suspended.");
    }

    private int decided(
            StoreOptions store,
            Predicate<OperatorJournal> isKnown,
            Function<TenantStandings, Either<TenantStandings.Unchanged, TenantRecord>> decision,
            String done) {
        PrintWriter out = spec.commandLine().getOut();
        PrintWriter err = spec.commandLine().getErr();
        return OperatorJournal.with(store, err, opened -> {
            if (!isKnown.test(opened)) {
                err.println("No tenant of this name has an API key or an account: mandate tenants lists them.");
                return 1;
            }
            String before = decision.apply(new TenantStandings(opened.journal(), OperatorJournal.CLOCK))
                    .swap()
                    .toOption()
                    .flatMap(TenantStandings.Unchanged::present)
                    .map(known -> " It was so since " + known.since() + ", by " + known.by() + ".")
                    .getOrElse("");
            out.println(done + before);
            return 0;
        });
    }

    private Tenant tenant(String name) {
        return Tenant.parse(name)
                .getOrElseThrow(problem -> new ParameterException(
                        spec.commandLine().getParseResult().subcommand().commandSpec().commandLine(), "NAME: " + problem));
    }
}
