package dev.mandate.domain.transaction;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.domain.account.Memo;
import dev.mandate.domain.account.SettingsAction;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Bytes32;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.kernel.UnixTime;
import io.vavr.collection.Array;
import io.vavr.control.Option;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class TransactionValuesTest {

    private static final Address A = address(1);
    private static final Address B = address(2);
    private static final Address C = address(3);

    @Test
    void votersAreASetInAddressOrder() {
        assertEquals(Array.of(A, B, C), Voters.of(Array.of(C, A, B, A)).toArray());
        assertEquals(Array.of(A, B, C), Voters.NONE.with(B).with(C).with(A).toArray());
        assertEquals(3, Voters.of(Array.of(C, A, B, A)).count());
        assertEquals(0, Voters.NONE.count());
    }

    @Test
    void aVoterCountsOnce() {
        Voters two = Voters.of(Array.of(A, C));
        assertSame(two, two.with(A));
        assertSame(two, two.with(C));
        assertEquals(Voters.of(Array.of(C)), two.without(A));
        assertSame(two, two.without(B));
        assertTrue(two.contain(C));
        assertFalse(two.contain(B));
        assertEquals(Voters.of(Array.of(A)), two.retain(A::equals));
    }

    @Test
    void votersAreEqualInAnyOrder() {
        assertEquals(Voters.of(Array.of(A, B)), Voters.NONE.with(B).with(A));
        assertEquals(Voters.of(Array.of(A, B)).hashCode(), Voters.NONE.with(B).with(A).hashCode());
        assertNotEquals(Voters.of(Array.of(A)).hashCode(), Voters.of(Array.of(B)).hashCode());
        assertNotEquals(Voters.of(Array.of(A)), Voters.of(Array.of(B)));
        assertNotEquals(Voters.NONE, (Object) Array.empty());
        assertEquals("[" + A + "]", Voters.of(Array.of(A)).toString());
    }

    @Test
    void aBallotHoldsEachVoterOnOneSide() {
        Ballot ballot = Ballot.EMPTY.approvedBy(A).rejectedBy(B);
        assertEquals(new Ballot(Voters.NONE, Voters.of(Array.of(A, B)), Voters.NONE), ballot.rejectedBy(A));
        assertEquals(new Ballot(Voters.of(Array.of(A, B)), Voters.NONE, Voters.NONE), ballot.approvedBy(B));
        assertEquals(ballot, ballot.cancelledBy(C).withCancellationsOf(A::equals));
    }

    @Test
    void aTransactionHasContentOrAProposalAndAnIndexFromOne() {
        var content = new TransactionContent.VaultInstructions(0, Bytes.EMPTY);
        var proposal = new Proposal.Draft(new UnixTime(0));
        assertFalse(ManagedTransaction.recorded(1, content).isOrphaned());
        assertTrue(ManagedTransaction.orphaned(1, proposal).isOrphaned());
        assertEquals(
                new ManagedTransaction(1, Option.some(content), Option.some(proposal)),
                ManagedTransaction.recorded(1, content).withProposal(proposal));
        assertThrows(
                IllegalArgumentException.class,
                () -> new ManagedTransaction(1, Option.none(), Option.none()).index());
        assertThrows(
                IllegalArgumentException.class,
                () -> ManagedTransaction.recorded(0, content).index());
    }

    @Test
    void aVaultIndexIsOneByte() {
        assertEquals(0, new TransactionContent.VaultInstructions(0, Bytes.EMPTY).vaultIndex());
        assertEquals(255, new TransactionContent.VaultInstructions(255, Bytes.EMPTY).vaultIndex());
        assertThrows(
                IllegalArgumentException.class, () -> new TransactionContent.VaultInstructions(-1, Bytes.EMPTY).vaultIndex());
        assertThrows(
                IllegalArgumentException.class, () -> new TransactionContent.VaultInstructions(256, Bytes.EMPTY).vaultIndex());
    }

    @Test
    void contentIsAChangeOrInstructionsOrNeither() {
        TransactionContent change = new TransactionContent.SettingsChange(Array.of(new SettingsAction.RemoveSigner(A)));
        var instructions = new TransactionContent.VaultInstructions(0, Bytes.EMPTY);
        TransactionContent opaque = new TransactionContent.Opaque("batch", Bytes.EMPTY);

        assertEquals(
                Array.of(Array.of(new SettingsAction.RemoveSigner(A)), Array.empty(), Array.empty()),
                Array.of(change, instructions, opaque).map(TransactionContent::settingsActions));
        assertEquals(
                Array.of(Option.none(), Option.some(instructions), Option.none()),
                Array.of(change, instructions, opaque).map(TransactionContent::vaultInstructions));
    }

    @Test
    void aDraftHasNoVotesAndOpensWithNone() {
        assertEquals(Ballot.EMPTY, new Proposal.Draft(new UnixTime(0)).ballot());
        assertEquals(
                new Proposal.Active(new UnixTime(5), Ballot.EMPTY),
                new Proposal.Draft(new UnixTime(0)).activate(new UnixTime(5)));
    }

    private static Address address(int last) {
        byte[] bytes = new byte[32];
        bytes[31] = (byte) last;
        return Address.of(bytes);
    }

    @Test
    void aVotesMemoStatesItsPurpose() {
        VotePurpose purpose = new VotePurpose(7, Bytes32.of("0123456789abcdef0123456789abcdef".getBytes(StandardCharsets.US_ASCII)));
        String memo = purpose.toMemo().text();

        assertThrows(IllegalArgumentException.class, () -> new VotePurpose(0, purpose.fingerprint()).toMemo());
        assertEquals("for 1: ", new VotePurpose(1, purpose.fingerprint()).toMemo().text().substring(0, 7));
        assertEquals("for 7: 4F85ZySpwyY6FuWU9A1YBofNFzVYdwkwjTK5MJbh9qZf", memo);
        assertEquals(Option.some(purpose), VotePurpose.of(memo));
        for (String other : new String[] {
            "", "for 7", "for 7: ", "for 7: x", "for 07: " + memo.substring(7), "for -7: " + memo.substring(7),
            memo + "1", memo + ";", memo + " ; rent", " " + memo, "pay for 7: it"
        }) {
            assertEquals(Option.none(), VotePurpose.of(other), other);
        }
    }

    @Test
    void aVotersNoteFollowsThePurposeIfItFits() {
        VotePurpose purpose = new VotePurpose(7, Bytes32.of("0123456789abcdef0123456789abcdef".getBytes(StandardCharsets.US_ASCII)));
        Memo noted = purpose.toMemo(Option.some(new Memo("rent; for 8: May")));

        assertEquals("for 7: 4F85ZySpwyY6FuWU9A1YBofNFzVYdwkwjTK5MJbh9qZf; rent; for 8: May", noted.text());
        assertEquals(Option.some(purpose), VotePurpose.of(noted.text()));
        assertEquals(purpose.toMemo(), purpose.toMemo(Option.none()));
        assertEquals(purpose.toMemo(), purpose.toMemo(Option.some(new Memo("n".repeat(Memo.MAX_BYTES)))));
    }
}
