package dev.mandate.samples.treasury;

import dev.mandate.adapters.store.StoreProblem;
import dev.mandate.adapters.store.postgres.PostgresSettings;
import dev.mandate.adapters.store.postgres.PostgresStore;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Network;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.domain.money.Token;
import dev.mandate.domain.smartaccount.Command;
import dev.mandate.engine.CustodyEngine;
import dev.mandate.ports.api.throwing.ThrowingCustody;
import dev.mandate.engine.workers.WorkerContext;
import dev.mandate.engine.workers.Workers;
import dev.mandate.ports.spi.chain.Chain;
import dev.mandate.ports.api.custody.BuildOptions;
import dev.mandate.ports.api.custody.BuildRequest;
import dev.mandate.ports.api.custody.IdempotencyKey;
import dev.mandate.ports.api.custody.Submission;
import dev.mandate.ports.api.events.CustodyEvent;
import dev.mandate.ports.spi.keys.TransactionSigner;
import dev.mandate.ports.spi.time.ServerClock;
import dev.mandate.ports.spi.workers.WorkerListener;
import dev.mandate.solana.Solana;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.function.Consumer;

/** A company's account: two of its officers sign each payment. The journal is in PostgreSQL, so several instances may run. */
public final class Treasury implements AutoCloseable {

    private final PostgresStore store;
    private final ThrowingCustody custody;
    private final Workers workers;
    private final TransactionSigner signer;

    /**
     * Opens it. Workers finish what an instance left behind when it died.
     *
     * @param ledger gets each event from the beginning, in order, at least once
     * @throws IllegalStateException if the database can't be used; the message says why
     */
    public Treasury(String databaseUrl, Network network, Chain chain, TransactionSigner signer, Consumer<CustodyEvent> ledger) {
        this.signer = signer;
        this.store = PostgresSettings.parse(databaseUrl).flatMap(PostgresStore::open).getOrElseThrow(StoreProblem::exception);
        CustodyEngine engine = CustodyEngine.builder()
                .network(network)
                .chain(chain)
                .formats(Solana.SQUADS_V4)
                .journal(store.journal())
                .build();
        this.custody = engine.orThrow();
        WorkerContext context = new WorkerContext(
                ServerClock.of(InstantSource.system()), new SecureRandom()::nextLong, WorkerListener.logging());
        this.workers = Workers.on(store, context)
                .delivering(CustodyEngine.work(List.of(engine)))
                .following(engine.events(), 0, ledger, Duration.ofMillis(200))
                .start();
    }

    /**
     * Makes the account, paid by the first officer. Repeated under the same name, it is made once.
     *
     * @param fresh a key that signs this once, and from which the address is derived
     */
    public Address open(String name, Address fresh, Address... officers) {
        var plan = custody.build(new BuildRequest.CreateAccount(
                fresh, officers[0], Command.CreateAccount.ofEquals(2, officers), BuildOptions.DEFAULT));
        List<Submission> unused = custody.submitAll(plan, signer, new IdempotencyKey("open/" + name));
        return plan.account().address();
    }

    /** Pays an invoice in SOL, once, whatever happens to this process in between. */
    public Submission pay(String invoice, Address account, Address receiver, long lamports, Address... officers) {
        var plan = custody.build(new BuildRequest.Transfer(
                account, receiver, new Token.Sol(), BaseUnits.of(lamports), List.of(officers), BuildOptions.DEFAULT));
        return custody.submitAll(plan, signer, new IdempotencyKey("invoice/" + invoice)).getLast();
    }

    @Override
    public void close() {
        workers.close();
        store.close();
    }
}
