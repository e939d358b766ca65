package dev.mandate.engine;

import static dev.mandate.engine.EngineFixture.execute;
import static dev.mandate.engine.EngineFixture.votes;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.domain.account.AdminControl;
import dev.mandate.domain.account.Memo;
import dev.mandate.domain.chain.AccountMeta;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Instruction;
import dev.mandate.domain.chain.LookupTable;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.domain.review.VoteProblem;
import dev.mandate.domain.smartaccount.Warning;
import dev.mandate.domain.transaction.Proposal;
import dev.mandate.domain.transaction.TransactionContent;
import dev.mandate.domain.transaction.Vote;
import dev.mandate.domain.transaction.VotePurpose;
import dev.mandate.ports.spi.chain.AccountData;
import dev.mandate.ports.api.custody.BuildOptions;
import dev.mandate.ports.api.custody.BuildRefusal;
import dev.mandate.ports.api.custody.BuildRequest;
import dev.mandate.ports.api.custody.Proposable;
import dev.mandate.ports.api.custody.SubmissionRefusal;
import dev.mandate.ports.api.custody.TransactionView;
import dev.mandate.ports.spi.program.AccountRef;
import dev.mandate.ports.spi.program.Operation;
import dev.mandate.solana.programs.SystemProgram;
import dev.mandate.solana.squadsv4.SquadsV4;
import dev.mandate.solana.squadsv4.program.SquadsV4Program;
import io.vavr.collection.Array;
import io.vavr.control.Option;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/** What the program would carry out and nobody can be shown is not put to the vote, approved or executed; it is seen and voted down. */
class OpaqueContentTest {

    private final SquadsV4Program program = SquadsV4Program.PUBLIC;
    private final EngineFixture fixture = new EngineFixture();
    private final Address ann = fixture.person("ann");
    private final Address bob = fixture.person("bob");
    private final Address shop = fixture.person("shop");
    private final Address account = fixture.account(
            NewAccount.of(1, ann, bob).administeredBy(ann).collectingRentFor(fixture.key("collector")));
    private final AccountRef ref = fixture.custody.account(account).get().ref();
    private final Instruction transfer = SystemProgram.transfer(account, shop, BaseUnits.of(EngineFixture.SOL));

    /** The program would make nobody the admin of the account, which is its own: no decoder that is exact reads it. */
    private final Instruction lock = MeantVotesTest.longer(program.encode(
            ref,
            new Operation.HandOver(
                    account, account, new AdminControl.HeldBy(fixture.key("nobody")), Option.none())));

    @Test
    void unreadableContentIsNotPutToTheVote() {
        Bytes bytes = ClientTransactions.transaction(account, transfer, lock);

        assertUnreadable(1, fixture.refusal(EngineFixture.prepare(account, bytes, ann)));
        assertUnreadable(
                1,
                fixture.refusal(new BuildRequest.Propose(
                        account, new Proposable.Transaction(bytes), ann, BuildOptions.DEFAULT)));
        Instruction more = new Instruction(
                lock.program(),
                lock.accounts().append(AccountMeta.readonly(shop)),
                lock.data().slice(0, lock.data().length() - 1));
        assertUnreadable(0, fixture.refusal(EngineFixture.prepare(account, ClientTransactions.transaction(account, more), ann)));
        assertUnreadable(0, fixture.refusal(EngineFixture.prepare(account, ClientTransactions.transaction(account, unknown()), ann)));
    }

    @Test
    void contentOfNestedProposalsIsReviewed() {
        Instruction nested = program.encode(
                ref, new Operation.CreateTransaction(account, account, 2, stored(lock), Option.none()));

        assertUnreadable(0, fixture.refusal(EngineFixture.prepare(account, ClientTransactions.transaction(account, nested), ann)));
    }

    @Test
    void anothersProposalOfItIsShownAsOpaqueAndOnlyVotedDown() {
        propose(1, stored(lock));

        TransactionView view = fixture.custody.transaction(account, 1).get();
        assertInstanceOf(TransactionContent.Opaque.class, view.transaction().content().get());
        assertEquals(Option.none(), view.executableAt());
        assertOpaque(fixture.refusal(votes(account, 1, Vote.APPROVE, ann)));
        assertInstanceOf(VoteProblem.ContentOpaque.class, Findings.vote(refused(cast(ann, 1, Vote.APPROVE, named(1, stored(lock))))));
        // An approval takes back the same signer's rejection, whose memo names the content for both.
        assertInstanceOf(VoteProblem.ContentOpaque.class, Findings.vote(refused(cast(ann, 1, Vote.REJECT, named(1, stored(lock))), cast(ann, 1, Vote.APPROVE, ""))));
        fixture.landsBesides(ann, cast(ann, 1, Vote.APPROVE, ""));

        assertOpaque(fixture.refusal(execute(account, 1, ann)));
        assertInstanceOf(VoteProblem.ContentOpaque.class, Findings.vote(refused(execution(1, stored(lock), Array.empty()))));
        fixture.lands(votes(account, 1, Vote.CANCEL, ann));
        assertInstanceOf(Proposal.Cancelled.class, fixture.proposal(account, 1));

        propose(2, stored(lock));
        fixture.lands(votes(account, 2, Vote.REJECT, ann, bob));
        assertInstanceOf(Proposal.Rejected.class, fixture.proposal(account, 2));
    }

    @Test
    void itIsFoundBehindALookupTable() {
        LookupTable table = fixture.ledger.table(fixture.key("table"), SquadsV4.PROGRAM, ref.settings().address());
        TransactionContent content =
                program.store(ref, 0, Array.of(lock), Array.of(table)).get();
        propose(1, content);

        assertInstanceOf(
                TransactionContent.Opaque.class,
                fixture.custody.transaction(account, 1).get().transaction().content().get());
        assertOpaque(fixture.refusal(votes(account, 1, Vote.APPROVE, ann)));
        assertInstanceOf(VoteProblem.ContentOpaque.class, Findings.vote(refused(cast(ann, 1, Vote.APPROVE, named(1, content)))));
    }

    @Test
    void itIsNotRecordedByWayOfTheEngine() {
        assertInstanceOf(VoteProblem.ContentOpaque.class, Findings.vote(refused(creation(1, stored(lock)))));
        assertInstanceOf(VoteProblem.ContentOpaque.class, Findings.vote(refused(
                        creation(1, stored(lock)),
                        proposal(1),
                        cast(ann, 1, Vote.APPROVE, ""),
                        execution(1, stored(lock), Array.empty()))));
    }

    @Test
    void itIsNotHiddenByOtherContentThatNamesItsIndex() {
        for (Instruction naming : Array.of(execution(2, stored(transfer), Array.empty()), creation(2, stored(transfer)))) {
            assertInstanceOf(VoteProblem.ContentOpaque.class, Findings.vote(refused(
                            creation(1, stored(naming)),
                            creation(2, stored(lock)),
                            proposal(2),
                            cast(ann, 2, Vote.APPROVE, ""))));
        }
    }

    @Test
    void aBatchTakesNothingFromThePageAndIsVotedDown() {
        propose(1, stored(transfer));
        propose(2, stored(transfer));
        put(program.transactionAddress(ref, 1), Bytes.ofHex("9cc2462c1658892c" + "00".repeat(90)));

        Array<TransactionView> page = Array.ofAll(
                fixture.custody.transactions(account, OptionalLong.empty(), 10).get().items());

        assertEquals(Array.of(2L, 1L), page.map(view -> view.transaction().index()));
        assertTrue(page.last().transaction().content().get() instanceof TransactionContent.Opaque opaque
                && opaque.why().startsWith("a batch"));
        assertEquals(page.last(), fixture.custody.transaction(account, 1).get());
        assertOpaque(fixture.refusal(votes(account, 1, Vote.APPROVE, ann)));
        fixture.landsBesides(ann, cast(ann, 1, Vote.APPROVE, ""));
        assertOpaque(fixture.refusal(execute(account, 1, ann)));
        fixture.lands(votes(account, 1, Vote.CANCEL, ann));
        assertOpaque(fixture.refusal(new BuildRequest.Close(account, 1, ann, BuildOptions.DEFAULT)));
    }

    @Test
    void aProposalThatCannotBeReadTakesNothingFromThePage() {
        propose(1, stored(transfer));
        propose(2, stored(transfer));
        Address proposal = program.proposalAddress(ref, 2);
        byte[] data = fixture.ledger.account(proposal).get().data().toArray();
        for (int status = 4; status < 8; status += 3) {
            data[48] = (byte) status;
            put(proposal, Bytes.of(data));

            Array<TransactionView> page = Array.ofAll(
                    fixture.custody.transactions(account, OptionalLong.empty(), 10).get().items());

            assertEquals(Array.of(2L, 1L), page.map(view -> view.transaction().index()));
            assertInstanceOf(
                    TransactionContent.Opaque.class, page.head().transaction().content().get());
        }
    }

    private Instruction unknown() {
        return new Instruction(SquadsV4.PROGRAM, lock.accounts(), Bytes.ofHex("c28e8d1137b914f80000"));
    }

    private TransactionContent stored(Instruction instruction) {
        return program.store(ref, 0, Array.of(instruction), Array.empty()).get();
    }

    private void put(Address address, Bytes data) {
        AccountData before = fixture.ledger.account(address).get();
        fixture.chain().put(address, new AccountData(before.lamports(), SquadsV4.PROGRAM, data, false));
    }

    private void propose(long index, TransactionContent content) {
        fixture.landsBesides(ann, creation(index, content));
        fixture.landsBesides(ann, proposal(index));
    }

    private Instruction creation(long index, TransactionContent content) {
        return program.encode(ref, new Operation.CreateTransaction(ann, ann, index, content, Option.none()));
    }

    private Instruction proposal(long index) {
        return program.encode(ref, new Operation.CreateProposal(ann, ann, index));
    }

    private Instruction cast(Address by, long index, Vote vote, String memo) {
        return program.encode(
                ref,
                new Operation.CastVote(by, index, vote, Option.when(!memo.isEmpty(), () -> new Memo(memo))));
    }

    private Instruction execution(long index, TransactionContent content, Array<LookupTable> tables) {
        return program.encode(
                ref,
                new Operation.ExecuteInstructions(
                        ann, index, (TransactionContent.VaultInstructions) content, tables));
    }

    private String named(long index, TransactionContent content) {
        return new VotePurpose(index, program.fingerprint(content)).toMemo().text();
    }

    private SubmissionRefusal refused(Instruction... instructions) {
        return fixture.submit(account, fixture.signedBesides(ann, instructions)).getLeft();
    }

    private static void assertUnreadable(int index, BuildRefusal refusal) {
        assertTrue(
                refusal instanceof BuildRefusal.InstructionUnreadable unreadable && unreadable.index() == index,
                refusal::toString);
    }

    private static void assertOpaque(BuildRefusal refusal) {
        assertTrue(
                refusal.each().exists(one -> one instanceof BuildRefusal.Unwise(Warning.ContentOpaque opaque)),
                refusal::toString);
    }
}
