package dev.mandate.app;

import dev.mandate.adapters.store.StoreProblem;
import dev.mandate.adapters.store.sqlite.SqliteStore;
import dev.mandate.domain.chain.Network;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.domain.money.Token;
import dev.mandate.domain.smartaccount.Command;
import dev.mandate.engine.CustodyEngine;
import dev.mandate.ports.api.custody.AccountView;
import dev.mandate.ports.api.custody.BuildOptions;
import dev.mandate.ports.api.custody.BuildRequest;
import dev.mandate.ports.api.custody.IdempotencyKey;
import dev.mandate.ports.api.refusal.Failure;
import dev.mandate.ports.api.refusal.RemedyText;
import dev.mandate.ports.api.throwing.RefusedException;
import dev.mandate.ports.spi.keys.Ed25519Key;
import dev.mandate.ports.spi.keys.InMemorySigner;
import dev.mandate.simulator.SimulatedChain;
import dev.mandate.solana.Solana;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.List;

/** The lines that README shows. {@code EmbeddingSampleTest} compares the two and runs them. */
final class EmbeddingSample {

    private EmbeddingSample() {}

    static AccountView run(Path folder) {
        // README begins
        var chain = new SimulatedChain(new UnixTime(1_764_547_200)); // a network: new RpcChain(RpcSettings.of(Network.DEVNET, urls))
        var store = SqliteStore.open(folder).getOrElseThrow(StoreProblem::exception);
        var custody = CustodyEngine.builder().network(Network.DEVNET).chain(chain)
                .formats(Solana.SQUADS_V4).journal(store.journal()).build().orThrow();
        var random = new SecureRandom();
        Ed25519Key alice = Ed25519Key.generate(random), bob = Ed25519Key.generate(random), fresh = Ed25519Key.generate(random);
        chain.fund(alice.address(), BaseUnits.of(1_000_000_000));
        var plan = custody.build(new BuildRequest.CreateAccount(fresh.address(), alice.address(),
                Command.CreateAccount.ofEquals(2, alice.address(), bob.address()), BuildOptions.DEFAULT));
        var landed = custody.submitAll(plan, InMemorySigner.of(alice, fresh), new IdempotencyKey("account-1"));
        var account = custody.account(plan.account().address());
        System.out.println(alice + " and " + bob + " sign for " + account.ref().address() + ": " + landed.getFirst().state());
        chain.fund(account.ref().address(), BaseUnits.of(1_000_000_000));
        try {
            var unused = custody.build(new BuildRequest.Transfer(account.ref().address(), bob.address(), new Token.Sol(), BaseUnits.of(5_000_000),
                    List.of(alice.address()), BuildOptions.DEFAULT));
        } catch (RefusedException refused) {
            Failure why = refused.failure(); // of the value BuildRefusal.SignersInsufficient
            System.out.println(why.code() + " " + why.facts() + " " + why.remedy().map(RemedyText::sentence).getOrElse(""));
        }
        store.close();
        // README ends
        return account;
    }
}
