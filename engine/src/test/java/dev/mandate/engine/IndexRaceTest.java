package dev.mandate.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.mandate.domain.account.SettingsAction;
import dev.mandate.domain.account.TimeLock;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.domain.money.Token;
import dev.mandate.domain.review.ReviewFinding;
import dev.mandate.domain.review.VoteProblem;
import dev.mandate.domain.spending.LimitTerms;
import dev.mandate.domain.transaction.TransactionContent;
import dev.mandate.ports.api.custody.BuildOptions;
import dev.mandate.ports.api.custody.BuildRefusal;
import dev.mandate.ports.api.custody.BuildRequest;
import dev.mandate.ports.api.custody.Custody;
import dev.mandate.ports.api.custody.Proposable;
import dev.mandate.ports.api.custody.SettingsEdit;
import dev.mandate.ports.api.custody.SubmissionRefusal;
import dev.mandate.ports.api.custody.TransactionPlan;
import dev.mandate.ports.spi.chain.Chain;
import dev.mandate.ports.spi.program.AccountRef;
import dev.mandate.ports.spi.program.Operation;
import dev.mandate.simulator.journal.InMemoryJournal;
import dev.mandate.solana.squadsv4.program.SquadsV4Program;
import io.vavr.collection.Array;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import org.junit.jupiter.api.Test;

/** Somebody else proposes first, at the index for which a transaction was built. */
class IndexRaceTest {

    private final EngineFixture fixture = new EngineFixture();
    private final Address ann = fixture.person("ann");
    private final Address account = fixture.account(NewAccount.of(1, ann));
    private final AccountRef ref = fixture.custody.account(account).get().ref();
    private final LimitTerms terms = fixture.limitTerms("standing", new Token.Sol(), 1_000, ann);
    private final Address limit = fixture.limit(account, terms, EngineFixture.byVoteOf(ann));

    /** One of each kind that proposes something. */
    private Array<BuildRequest> requests() {
        BuildOptions options = BuildOptions.DEFAULT;
        Bytes transfer = ClientTransactions.transfer(account, ann, 1_000_000);
        return Array.of(
                EngineFixture.change(account, EngineFixture.byVoteOf(ann), new SettingsEdit.SetTimeLock(new TimeLock(1))),
                new BuildRequest.AddLimit(
                        account, fixture.limitTerms("added", new Token.Sol(), 1, ann), EngineFixture.byVoteOf(ann), options),
                new BuildRequest.RemoveLimit(account, limit, EngineFixture.byVoteOf(ann), options),
                new BuildRequest.ReplaceLimit(
                        account, limit, fixture.limitTerms("replacing", new Token.Sol(), 2, ann), EngineFixture.byVoteOf(ann), options),
                EngineFixture.prepare(account, transfer, ann),
                new BuildRequest.Transfer(account, ann, new Token.Sol(), BaseUnits.of(1_000_000), Array.of(ann), options),
                new BuildRequest.Propose(account, new Proposable.Transaction(transfer), ann, options));
    }

    private long newest() {
        return fixture.settings(account).transactionIndex();
    }

    private void proposeBesides() {
        fixture.landsBesides(
                ann,
                SquadsV4Program.PUBLIC.encode(
                        ref,
                        new Operation.CreateTransaction(
                                ann,
                                ann,
                                newest() + 1,
                                new TransactionContent.SettingsChange(Array.of(new SettingsAction.SetTimeLock(new TimeLock(5)))),
                                Option.none())));
    }

    /** An engine that finds the index taken when it simulates. */
    private Custody overtaken() {
        boolean[] overtaken = {false};
        Chain slow = (Chain) Proxy.newProxyInstance(Chain.class.getClassLoader(), new Class<?>[] {Chain.class}, (proxy, method, arguments) -> {
            if (method.getName().equals("simulate") && !overtaken[0]) {
                overtaken[0] = true;
                proposeBesides();
            }
            try {
                return method.isDefault() && method.getName().equals("begin")
                        ? InvocationHandler.invokeDefault(proxy, method, arguments)
                        : method.invoke(fixture.chain(), arguments);
            } catch (InvocationTargetException e) {
                throw e.getCause();
            }
        });
        Custody custody = EngineFixture.engine(slow, new InMemoryJournal());
        assertEquals(Either.right(ref), custody.register(ref.settings()));
        return custody;
    }

    @Test
    void aBuilderThatIsOvertakenNamesTheIndex() {
        for (BuildRequest request : requests()) {
            long index = newest() + 1;

            assertEquals(
                    Either.left(new BuildRefusal.Reviewed(new ReviewFinding.VoteRefused(new VoteProblem.AnotherProposed(index)))),
                    overtaken().build(request),
                    request::toString);
        }
    }

    @Test
    void aSubmissionThatIsOvertakenNamesTheIndex() {
        for (BuildRequest request : requests()) {
            TransactionPlan plan = fixture.builds(request);
            long index = newest() + 1;
            proposeBesides();

            assertEquals(
                    Either.left(new SubmissionRefusal.Reviewed(new ReviewFinding.VoteRefused(new VoteProblem.AnotherProposed(index)))),
                    fixture.submit(account, fixture.signed(plan.steps().head())),
                    request::toString);
        }
    }

    /** No other transaction has this index: the transaction is wrong by itself. */
    @Test
    void anIndexThatNobodyHasTakenIsNoRace() {
        Bytes ahead = fixture.signedBesides(
                ann,
                SquadsV4Program.PUBLIC.encode(
                        ref,
                        new Operation.CreateTransaction(
                                ann,
                                ann,
                                newest() + 2,
                                new TransactionContent.SettingsChange(Array.of(new SettingsAction.SetTimeLock(new TimeLock(5)))),
                                Option.none())));

        assertEquals(SubmissionRefusal.WouldFail.class, fixture.submit(account, ahead).getLeft().getClass());
    }
}
