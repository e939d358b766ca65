package dev.mandate.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import dev.mandate.domain.account.AdminControl;
import dev.mandate.domain.account.TimeLock;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.SettingsAddress;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.domain.money.Token;
import dev.mandate.domain.spending.LimitTerms;
import dev.mandate.domain.transaction.Vote;
import dev.mandate.ports.api.custody.BuildOptions;
import dev.mandate.ports.api.custody.BuildRefusal;
import dev.mandate.ports.api.custody.BuildRequest;
import dev.mandate.ports.api.custody.Custody;
import dev.mandate.ports.api.custody.Proposable;
import dev.mandate.ports.api.custody.SettingsEdit;
import dev.mandate.ports.spi.program.AccountRef;
import dev.mandate.simulator.journal.InMemoryJournal;
import dev.mandate.solana.squadsv4.program.SquadsV4Program;
import io.vavr.collection.Array;
import io.vavr.control.Either;
import org.junit.jupiter.api.Test;

/** Accounts that other clients made. */
class RegisteringTest {

    private final EngineFixture fixture = new EngineFixture();
    private final Address ann = fixture.person("ann");
    private final Address account = fixture.account(NewAccount.of(1, ann));
    private final AccountRef ref = fixture.custody.account(account).get().ref();
    private final Custody newcomer = EngineFixture.engine(fixture.chain(), new InMemoryJournal());

    @Test
    void anAccountIsUnknownBefore() {
        Either<BuildRefusal, Object> unknown = Either.left(new BuildRefusal.UnknownAccount(account));

        assertEquals(unknown, newcomer.account(account));
        assertEquals(unknown, newcomer.transaction(account, 1));
        assertEquals(unknown, newcomer.limits(account));
        requests().forEach(request -> assertEquals(unknown, newcomer.build(request), request::toString));
    }

    /** One of each kind. */
    private Array<BuildRequest> requests() {
        LimitTerms terms = fixture.limitTerms("limit", new Token.Sol(), 1, ann);
        Bytes transfer = ClientTransactions.transfer(account, ann, 1);
        BuildOptions options = BuildOptions.DEFAULT;
        return Array.of(
                EngineFixture.change(account, EngineFixture.byVoteOf(ann), new SettingsEdit.SetTimeLock(new TimeLock(1))),
                new BuildRequest.HandOverAdmin(account, new AdminControl.None(), options),
                new BuildRequest.AddLimit(account, terms, EngineFixture.byAdmin(), options),
                new BuildRequest.RemoveLimit(account, ann, EngineFixture.byAdmin(), options),
                new BuildRequest.ReplaceLimit(account, ann, terms, EngineFixture.byAdmin(), options),
                new BuildRequest.UseLimit(account, ann, ann, ann, BaseUnits.of(1), options),
                EngineFixture.prepare(account, transfer, ann),
                new BuildRequest.Propose(account, new Proposable.Transaction(transfer), ann, options),
                new BuildRequest.Activate(account, 1, ann, options),
                EngineFixture.votes(account, 1, Vote.APPROVE, ann),
                EngineFixture.execute(account, 1, ann),
                new BuildRequest.Close(account, 1, ann, options));
    }

    @Test
    void anAccountIsFoundByItsSettings() {
        assertEquals(Either.right(ref), newcomer.register(ref.settings()));
        assertEquals(fixture.custody.account(account), newcomer.account(account));
    }

    @Test
    void anAccountIsBuiltForAfterwards() {
        assertEquals(Either.right(ref), newcomer.register(ref.settings()));

        fixture.land(newcomer.build(EngineFixture.change(
                        account, EngineFixture.byVoteOf(ann), new SettingsEdit.SetTimeLock(new TimeLock(1))))
                .get());

        assertEquals(new TimeLock(1), fixture.settings(account).timeLock());
    }

    @Test
    void onceMoreDoesNoHarm() {
        assertEquals(newcomer.register(ref.settings()), newcomer.register(ref.settings()));
    }

    @Test
    void aMissingAccountIsNotRegistered() {
        Address nowhere = fixture.key("nowhere");

        assertEquals(Either.left(new BuildRefusal.NotOnChain(nowhere)), newcomer.register(new SettingsAddress(nowhere)));
    }

    @Test
    void onlySettingsAccountsAreRegistered() {
        assertEquals(Either.left(new BuildRefusal.NotOnChain(ann)), newcomer.register(new SettingsAddress(ann)));
        assertInstanceOf(
                BuildRefusal.UnexpectedAccount.class,
                newcomer.register(new SettingsAddress(SquadsV4Program.PUBLIC.creationTermsAddress())).getLeft());
        assertEquals(Either.left(new BuildRefusal.UnknownAccount(account)), newcomer.account(account));
    }
}
