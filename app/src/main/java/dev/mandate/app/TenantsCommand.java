package dev.mandate.app;

import dev.mandate.domain.access.Tenant;
import dev.mandate.domain.access.TenantStanding;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.engine.access.ApiKeyRepository;
import dev.mandate.engine.access.KeyUse;
import dev.mandate.engine.access.TenantStandings;
import dev.mandate.engine.accounts.TenantAccounts;
import dev.mandate.ports.api.access.ApiKey;
import io.vavr.collection.Array;
import io.vavr.collection.Map;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code mandate tenants}: lists the tenants. The server may run meanwhile. */
@Command(
        name = "tenants",
        description = "Lists tenants with their standing, accounts, API keys that are good, and their last use.",
        footer = {"", "A server records the use of a key within a minute."},
        mixinStandardHelpOptions = true)
final class TenantsCommand implements Callable<Integer> {

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Mixin
    private StoreOptions store = new StoreOptions();

    @Override
    public Integer call() {
        PrintWriter out = spec.commandLine().getOut();
        return OperatorJournal.with(store, spec.commandLine().getErr(), opened -> {
            ApiKeyRepository keys = opened.keys();
            TenantStandings standings = new TenantStandings(opened.journal(), OperatorJournal.CLOCK);
            Map<Tenant, Array<ApiKey>> byTenant = keys.all().toArray().groupBy(ApiKey::tenant);
            Map<Tenant, Integer> accounts = TenantAccounts.count(opened.journal(), OperatorJournal.CLOCK);
            Array<Tenant> tenants = byTenant.keySet().addAll(accounts.keySet()).addAll(standings.decided()).toArray().sorted();
            if (tenants.isEmpty()) {
                out.println("There are no tenants.");
            } else {
                UnixTime now = OperatorJournal.CLOCK.now();
                TextTable.print(out, tenants.map(tenant -> {
                            Array<ApiKey> own = byTenant.getOrElse(tenant, Array.empty());
                            return Array.of(
                                    tenant.name(),
                                    standings.of(tenant) == TenantStanding.SUSPENDED ? "suspended" : "active",
                                    Integer.toString(accounts.getOrElse(tenant, 0)),
                                    Integer.toString(own.count(key -> key.endsAt().forAll(now::isBefore))),
                                    own.flatMap(key -> keys.uses().find(key.id())).map(KeyUse::last).max().map(UnixTime::toString).getOrElse("-"));
                        })
                        .prepend(Array.of("tenant", "standing", "accounts", "keys", "last use")));
            }
            return 0;
        });
    }
}
