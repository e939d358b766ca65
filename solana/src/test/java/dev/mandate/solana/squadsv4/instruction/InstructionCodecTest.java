package dev.mandate.solana.squadsv4.instruction;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.mandate.domain.account.SettingsAction;
import dev.mandate.domain.account.TimeLock;
import dev.mandate.domain.chain.AccountMeta;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Bytes32;
import dev.mandate.domain.chain.Instruction;
import dev.mandate.domain.chain.SettingsAddress;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.solana.bytes.ReadProblem;
import dev.mandate.solana.programs.InstructionProblem;
import dev.mandate.solana.squadsv4.ConfigAction;
import io.vavr.collection.Array;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.util.Arrays;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;

/** Each kind of malformed instruction has its own problem. */
@NullMarked
class InstructionCodecTest {

    private static final InstructionCodec CODEC = InstructionCodec.V4;
    private static final SettingsAddress MULTISIG = new SettingsAddress(address(1));
    private static final Address MEMBER = address(2);
    private static final Address PROPOSAL = address(3);
    private static final Instruction APPROVE =
            CODEC.encode(new ProposalVote(ProposalVote.Kind.APPROVE, MULTISIG, MEMBER, PROPOSAL, Option.some("aye")));
    private static final int MEMO_TAG = 8;

    @Test
    void anotherProgramsInstructionIsNotOurs() {
        Instruction other = new Instruction(MEMBER, APPROVE.accounts(), APPROVE.data());
        assertRefused(new InstructionProblem.OtherProgram(MEMBER, CODEC.program()), other);
    }

    @Test
    void dataWithoutADiscriminatorIsNoInstruction() {
        assertBadData(new ReadProblem.Truncated(0, 8, 7), withData(Bytes.of(APPROVE.data().toArray(), 0, 7)));
    }

    @Test
    void anUnknownDiscriminatorIsNamed() {
        Bytes unknown = Bytes.ofHex("0102030405060708");
        assertRefused(new InstructionProblem.UnknownInstruction(unknown), withData(unknown));
    }

    @Test
    void aTruncatedArgumentStatesTheMissingBytes() {
        int length = APPROVE.data().length();
        assertBadData(
                new ReadProblem.Truncated(MEMO_TAG + 5, 3, 2),
                withData(Bytes.of(APPROVE.data().toArray(), 0, length - 1)));
    }

    @Test
    void bytesAfterTheArgumentsAreRefused() {
        byte[] longer = Arrays.copyOf(APPROVE.data().toArray(), APPROVE.data().length() + 2);
        assertBadData(new ReadProblem.TrailingBytes(APPROVE.data().length(), 2), withData(Bytes.of(longer)));
    }

    @Test
    void anOptionsTagIsZeroOrOne() {
        assertBadData(new ReadProblem.UnknownTag(MEMO_TAG, 2, 1), withByte(MEMO_TAG, 2));
    }

    @Test
    void aMemoIsUtf8() {
        assertBadData(new ReadProblem.InvalidUtf8(MEMO_TAG + 5, 3), withByte(MEMO_TAG + 6, 0xff));
    }

    @Test
    void aHugeLengthIsComparedWithTheRemainingBytes() {
        assertBadData(
                new ReadProblem.Truncated(MEMO_TAG + 5, 0xff00_0003L, 3), withByte(MEMO_TAG + 4, 0xff));
    }

    @Test
    void aTruthValueIsZeroOrOne() {
        Instruction create =
                CODEC.encode(new ProposalCreate(MULTISIG, PROPOSAL, MEMBER, MEMBER, 1, false));
        byte[] data = create.data().toArray();
        data[data.length - 1] = 2;
        assertBadData(
                new ReadProblem.UnknownTag(data.length - 1, 2, 1),
                new Instruction(create.program(), create.accounts(), Bytes.of(data)));
    }

    @Test
    void anActionThatIsNotKnownIsRefusedByItsTag() {
        Instruction create = CODEC.encode(new ConfigTransactionCreate(
                MULTISIG,
                PROPOSAL,
                MEMBER,
                MEMBER,
                Array.of(new ConfigAction.Governance(new SettingsAction.SetRentCollector(Option.none()))),
                Option.none()));
        byte[] data = create.data().toArray();
        data[12] = 7;
        assertBadData(
                new ReadProblem.UnknownTag(12, 7, 6),
                new Instruction(create.program(), create.accounts(), Bytes.of(data)));
    }

    @Test
    void aMissingAccountIsNamedByItsPosition() {
        assertRefused(
                new InstructionProblem.MissingAccount(2),
                new Instruction(APPROVE.program(), APPROVE.accounts().take(2), APPROVE.data()));
    }

    @Test
    void accountsBehindTheLastAreRefused() {
        Instruction change = CODEC.encode(timeLock(Option.none()));
        int accounts = change.accounts().length();
        assertRefused(
                new InstructionProblem.UnexpectedAccounts(accounts, accounts + 2),
                new Instruction(change.program(), change.accounts().appendAll(change.accounts().take(2)), change.data()));
    }

    /** The program ignores them, and the runtime requires their signatures: so more can sign than vote. */
    @Test
    void aVoteMayHaveFurtherSigners() {
        for (ProposalVote.Kind kind : ProposalVote.Kind.values()) {
            ProposalVote vote = new ProposalVote(
                    kind, MULTISIG, MEMBER, PROPOSAL, Array.of(PROPOSAL, MULTISIG.address()), Option.some("aye"));
            Instruction encoded = CODEC.encode(vote);
            assertEquals(
                    Array.of(AccountMeta.signer(PROPOSAL), AccountMeta.signer(MULTISIG.address())),
                    Array.ofAll(encoded.accounts()).takeRight(2));
            assertEquals(Either.right(vote), CODEC.decode(encoded));
        }
        assertRefused(
                new InstructionProblem.NotSigner(3, MEMBER),
                new Instruction(
                        APPROVE.program(), APPROVE.accounts().append(AccountMeta.writable(MEMBER)), APPROVE.data()));
    }

    @Test
    void aRequiredSignerMustSign() {
        assertRefused(
                new InstructionProblem.NotSigner(1, MEMBER),
                withAccount(APPROVE, 1, AccountMeta.writable(MEMBER)));
    }

    @Test
    void aChangedAccountMustBeWritable() {
        assertRefused(
                new InstructionProblem.NotWritable(
                        2, PROPOSAL),
                withAccount(APPROVE, 2, AccountMeta.signer(PROPOSAL)));
    }

    @Test
    void theSystemProgramHasOneAddress() {
        Instruction cancel = CODEC.encode(new ProposalVote(ProposalVote.Kind.CANCEL_V2, MULTISIG, MEMBER, PROPOSAL, Option.none()));
        assertRefused(
                new InstructionProblem.WrongAccount(
                        3, Address.ZERO, MEMBER),
                withAccount(cancel, 3, AccountMeta.readonly(MEMBER)));
    }

    @Test
    void anOptionalAccountThatIsAbsentIsTheProgramItself() {
        Instruction change = CODEC.encode(timeLock(Option.none()));
        assertEquals(AccountMeta.readonly(CODEC.program()), change.accounts().get(2));
        assertEquals(AccountMeta.readonly(CODEC.program()), change.accounts().get(3));
    }

    @Test
    void anOptionalAccountMustHaveItsRightsWhereItIsPresent() {
        assertRefused(
                new InstructionProblem.NotSigner(
                        2, PROPOSAL),
                withAccount(CODEC.encode(timeLock(Option.some(MEMBER))), 2, AccountMeta.writable(PROPOSAL)));
    }

    @Test
    void theProgramItselfCannotBePassedAsAnOptionalAccount() {
        assertThrows(
                IllegalArgumentException.class, () -> CODEC.encode(timeLock(Option.some(CODEC.program()))));
    }

    @Test
    void aMemoThatIsNoTextCannotBeWritten() {
        ProposalVote halfAPair = new ProposalVote(ProposalVote.Kind.APPROVE, MULTISIG, MEMBER, PROPOSAL, Option.some("\ud83e"));
        assertThrows(IllegalArgumentException.class, () -> CODEC.encode(halfAPair));
    }

    @Test
    void numbersBeyondTheirWidthAreBrokenInvariants() {
        for (int index : new int[] {256, -1}) {
            TransactionBufferCreate create = new TransactionBufferCreate(
                    MULTISIG, PROPOSAL, MEMBER, MEMBER, index, 0, Bytes32.ZERO, 0, Bytes.EMPTY);
            assertThrows(IllegalArgumentException.class, () -> CODEC.encode(create));
        }
    }

    private static MultisigChange timeLock(Option<Address> rentPayer) {
        return new MultisigChange(
                new ConfigAuthorityAccounts(MULTISIG, MEMBER, rentPayer, false),
                new SettingsAction.SetTimeLock(new TimeLock(60)),
                Option.none());
    }

    private static void assertBadData(ReadProblem cause, Instruction instruction) {
        assertRefused(new InstructionProblem.BadData(cause), instruction);
    }

    private static void assertRefused(InstructionProblem problem, Instruction instruction) {
        assertEquals(Either.left(problem), CODEC.decode(instruction));
    }

    private static Instruction withData(Bytes data) {
        return new Instruction(APPROVE.program(), APPROVE.accounts(), data);
    }

    private static Instruction withByte(int at, int value) {
        byte[] data = APPROVE.data().toArray();
        data[at] = (byte) value;
        return withData(Bytes.of(data));
    }

    private static Instruction withAccount(Instruction instruction, int at, AccountMeta account) {
        return new Instruction(
                instruction.program(), instruction.accounts().update(at, account), instruction.data());
    }

    private static Address address(int seed) {
        byte[] bytes = new byte[32];
        bytes[0] = (byte) seed;
        return Address.of(bytes);
    }
}
