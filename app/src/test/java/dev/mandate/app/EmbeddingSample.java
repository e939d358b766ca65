package dev.mandate.app;

import dev.mandate.adapters.store.sqlite.SqliteStore;
import dev.mandate.domain.chain.Network;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.domain.smartaccount.Command;
import dev.mandate.engine.CustodyEngine;
import dev.mandate.ports.custody.AccountView;
import dev.mandate.ports.custody.BuildOptions;
import dev.mandate.ports.custody.BuildRequest;
import dev.mandate.ports.custody.IdempotencyKey;
import dev.mandate.simulator.SimulatedChain;
import dev.mandate.simulator.keys.KeyRing;
import dev.mandate.simulator.keys.TestKey;
import dev.mandate.solana.Solana;
import java.nio.file.Path;

/** The lines that README shows. {@code EmbeddingSampleTest} compares the two and runs them. */
final class EmbeddingSample {

    private EmbeddingSample() {}

    static AccountView run(Path folder) {
        // README begins
        var chain = new SimulatedChain(new UnixTime(1_764_547_200));
        var store = SqliteStore.open(folder).get();
        var custody = CustodyEngine.builder().network(Network.DEVNET).chain(chain)
                .formats(Solana.SQUADS_V4).journal(store.journal()).build();
        TestKey alice = TestKey.of("Alice"), bob = TestKey.of("Bob"), fresh = TestKey.of("create key");
        chain.fund(alice.address(), BaseUnits.of(1_000_000_000));
        var plan = custody.build(new BuildRequest.CreateAccount(fresh.address(), alice.address(),
                Command.CreateAccount.ofEquals(2, alice.address(), bob.address()), BuildOptions.DEFAULT)).get();
        var landed = custody.submitAll(plan, KeyRing.of(alice, fresh), new IdempotencyKey("account-1")).get();
        var account = custody.account(plan.account().address()).get();
        System.out.println(alice + " and " + bob + " sign for " + account.ref().address() + ": " + landed.head().state());
        store.close();
        // README ends
        return account;
    }
}
