package dev.mandate.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.domain.account.Permission;
import dev.mandate.domain.account.Permissions;
import dev.mandate.domain.account.Signer;
import dev.mandate.domain.chain.AccountMeta;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Instruction;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.domain.money.Token;
import dev.mandate.domain.transaction.Vote;
import dev.mandate.ports.api.custody.Authority;
import dev.mandate.ports.api.custody.BuildOptions;
import dev.mandate.ports.api.custody.BuildRefusal;
import dev.mandate.ports.api.custody.BuildRequest;
import dev.mandate.ports.api.custody.LeaversLimits;
import dev.mandate.ports.api.custody.NamedSigners;
import dev.mandate.ports.api.custody.Proposable;
import dev.mandate.ports.api.custody.SettingsEdit;
import dev.mandate.ports.api.custody.Submission;
import dev.mandate.ports.api.custody.TransactionPlan;
import dev.mandate.ports.spi.program.LifeCycleInstruction;
import dev.mandate.solana.format.SolanaFormat;
import dev.mandate.solana.squadsv4.SquadsV4;
import dev.mandate.solana.squadsv4.program.SquadsV4Program;
import io.vavr.collection.Array;
import io.vavr.control.Option;
import org.junit.jupiter.api.Test;

/** All signers that a request names sign; of those who do not vote the last vote has the signatures. */
class NamedSignersTest {

    private static final BuildOptions ALL_SIGN = BuildOptions.DEFAULT.signedBy(NamedSigners.ALL_SIGN);

    private final EngineFixture fixture = new EngineFixture();
    private final Address ann = fixture.person("ann");
    private final Address bob = fixture.person("bob");
    private final Address cid = fixture.person("cid");
    private final Address dan = fixture.person("dan");
    private final Address account = fixture.account(NewAccount.of(2, ann, bob, cid, dan));
    private final Address shop = fixture.person("shop");

    @Test
    void eachBuilderThatVotesGivesEveryNamedSignerASlotAndLands() {
        Authority all = new Authority.Vote(Array.of(cid, ann, bob));
        Address limit = fixture.limit(account, fixture.limitTerms("l", new Token.Sol(), 5, ann), new Authority.Vote(Array.of(ann, bob)));
        for (BuildRequest request : Array.of(
                transfer(ALL_SIGN, cid, ann, bob),
                new BuildRequest.Transfer(account, shop, new Token.Sol(), BaseUnits.of(7_000_000), Array.of(cid, ann, bob), ALL_SIGN),
                new BuildRequest.ChangeSettings(
                        account,
                        Array.of(new SettingsEdit.SetRentCollector(Option.some(dan))),
                        all,
                        LeaversLimits.REFUSE,
                        ALL_SIGN),
                new BuildRequest.AddLimit(account, fixture.limitTerms("m", new Token.Sol(), 5, ann), all, ALL_SIGN),
                new BuildRequest.ReplaceLimit(account, limit, fixture.limitTerms("n", new Token.Sol(), 6, ann), all, ALL_SIGN))) {
            TransactionPlan built = fixture.builds(request);

            assertEquals(Array.of(cid, ann, bob), built.single().unsigned().signers().toArray(), request::toString);
            assertEquals(Array.of(cid, ann), voters(built), request::toString);
            assertEquals(AccountMeta.signer(bob), lastVote(built).accounts().last(), request::toString);
            assertTrue(fixture.submit(account, fixture.signedBy(cid, built)).isLeft(), "one signature is not all");
            Submission landed = fixture.submit(account, fixture.signed(built)).get();
            assertTrue(landed.state() instanceof Submission.State.Confirmed, landed::toString);
        }
    }

    @Test
    void theFewestSignWhereNobodyIsNamed() {
        TransactionPlan built = fixture.builds(transfer(BuildOptions.DEFAULT, cid, ann, bob, dan));

        assertEquals(Array.of(cid, ann), built.single().unsigned().signers().toArray());
    }

    @Test
    void approvalsAndRejectionsAreSignedByAllWhoAreNamed() {
        for (Vote vote : Array.of(Vote.APPROVE, Vote.REJECT, Vote.CANCEL)) {
            long index = fixture.settings(account).transactionIndex() + 1;
            fixture.lands(new BuildRequest.Propose(
                    account,
                    new Proposable.Transaction(ClientTransactions.transfer(account, shop, 1_000_000)),
                    ann,
                    BuildOptions.DEFAULT));
            if (vote == Vote.CANCEL) {
                fixture.lands(EngineFixture.votes(account, index, Vote.APPROVE, ann, bob));
            }
            // Of four voters who decide by two, three reject.
            Array<Address> named = vote == Vote.REJECT ? Array.of(dan, cid, bob, ann) : Array.of(dan, cid, bob);

            TransactionPlan built = fixture.landed(new BuildRequest.CastVotes(account, index, vote, named, ALL_SIGN));

            assertEquals(named, built.single().unsigned().signers().toArray());
            assertEquals(named.init(), voters(built));
        }
    }

    /** Those who cannot vote are passed over, and sign. */
    @Test
    void theFirstWhoMayTakeARoleTakeIt() {
        Address other = fixture.account(NewAccount.of(
                1,
                new Signer(ann, Permissions.NONE),
                new Signer(bob, Permissions.of(Permission.CAN_INITIATE, Permission.CAN_EXECUTE)),
                new Signer(cid, Permissions.of(Permission.CAN_VOTE)),
                new Signer(dan, Permissions.ALL)));

        TransactionPlan built = fixture.builds(new BuildRequest.Prepare(
                other, ClientTransactions.transfer(other, shop, 1_000_000), Array.of(ann, bob, cid, dan), ALL_SIGN));

        assertEquals(Array.of(cid), voters(built));
        assertEquals(Array.of(ann, bob, cid, dan).toSet(), built.single().unsigned().signers().toSet());
        fixture.land(built);
    }

    @Test
    void thePayerIsNotNamedTwice() {
        TransactionPlan built = fixture.builds(transfer(ALL_SIGN.paidBy(dan), ann, bob, dan));

        assertEquals(3, lastVote(built).accounts().length());
        assertEquals(Array.of(dan, ann, bob), built.single().unsigned().signers().toArray());
    }

    @Test
    void aStrangerAmongThemIsRefused() {
        assertTrue(fixture.refusal(transfer(ALL_SIGN, ann, bob, shop)) instanceof BuildRefusal.SignersInsufficient);
    }

    /** Six votes and six more signatures take several transactions; the last vote has the further ones. */
    @Test
    void theLastVoteOfSeveralTransactionsHasTheFurtherSignatures() {
        Array<Address> people = Array.rangeClosed(1, 12).map(number -> fixture.person("person " + number));
        Address large = fixture.account(NewAccount.of(9, people.toJavaArray(Address[]::new)));

        TransactionPlan built = fixture.builds(new BuildRequest.Prepare(
                large, ClientTransactions.transfer(large, shop, 1_000_000), people, ALL_SIGN));

        assertTrue(built.steps().length() > 1);
        assertEquals(people.toSet(), built.steps().flatMap(step -> step.unsigned().signers()).toSet());
        fixture.land(built);
    }

    private BuildRequest transfer(BuildOptions options, Address... signers) {
        return new BuildRequest.Prepare(
                account, ClientTransactions.transfer(account, shop, 1_000_000), Array.of(signers), options);
    }

    private static Array<Address> voters(TransactionPlan built) {
        return votes(built).map(vote -> vote.accounts().get(1).address());
    }

    private static Instruction lastVote(TransactionPlan built) {
        return votes(built).last();
    }

    private static Array<Instruction> votes(TransactionPlan built) {
        SquadsV4Program program = SquadsV4Program.PUBLIC;
        SolanaFormat format = new SolanaFormat();
        return Array.ofAll(format.resolve(format.parse(built.single().unsigned().transaction()).get(), Array.empty()).get().instructions())
                .filter(instruction -> instruction.program().equals(SquadsV4.PROGRAM))
                .filter(instruction -> program.lifeCycle(instruction).exists(LifeCycleInstruction.CastVote.class::isInstance));
    }
}
