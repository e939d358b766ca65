package dev.mandate.solana.squadsv4.instruction;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.mandate.domain.account.SettingsAction;
import dev.mandate.domain.chain.AccountMeta;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Instruction;
import dev.mandate.domain.chain.Sha256;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.solana.borsh.BorshProblem;
import dev.mandate.solana.squadsv4.ConfigAction;
import dev.mandate.solana.squadsv4.instruction.MultisigInstruction.MultisigSetTimeLock;
import dev.mandate.solana.squadsv4.instruction.ProposalInstruction.ProposalApprove;
import dev.mandate.solana.squadsv4.instruction.ProposalInstruction.ProposalCancelV2;
import dev.mandate.solana.squadsv4.instruction.ProposalInstruction.ProposalCreate;
import dev.mandate.solana.squadsv4.instruction.TransactionInstruction.ConfigTransactionCreate;
import io.vavr.collection.Array;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.util.Arrays;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;

/** Every way in which an instruction can be wrong has its own answer. */
@NullMarked
class InstructionCodecTest {

    private static final InstructionCodec CODEC = InstructionCodec.V4;
    private static final Address MULTISIG = address(1);
    private static final Address MEMBER = address(2);
    private static final Address PROPOSAL = address(3);
    private static final Instruction APPROVE =
            CODEC.encode(new ProposalApprove(MULTISIG, MEMBER, PROPOSAL, Option.some("aye")));
    private static final int MEMO_TAG = 8;

    @Test
    void eachDiscriminatorIsTheStartOfItsNamesHash() {
        for (InstructionType type : InstructionType.values()) {
            byte[] hash = Sha256.of("global:" + type.programName()).toArray();
            assertEquals(
                    Bytes.of(hash, 0, 8).toHex(), "%016x".formatted(type.discriminator()), type::programName);
            assertEquals(Option.some(type), InstructionType.of(type.discriminator()));
        }
    }

    @Test
    void anotherProgramsInstructionIsNotOurs() {
        Instruction other = new Instruction(MEMBER, APPROVE.accounts(), APPROVE.data());
        assertRefused(new SquadsInstructionProblem.OtherProgram(MEMBER), other);
    }

    @Test
    void dataWithoutADiscriminatorIsNoInstruction() {
        assertRefused(new SquadsInstructionProblem.NoDiscriminator(7), withData(Bytes.of(APPROVE.data().toArray(), 0, 7)));
    }

    @Test
    void anUnknownDiscriminatorIsNamed() {
        Bytes unknown = Bytes.ofHex("0102030405060708");
        assertRefused(new SquadsInstructionProblem.UnknownDiscriminator(unknown), withData(unknown));
    }

    @Test
    void aTruncatedArgumentSaysWhatIsMissing() {
        int length = APPROVE.data().length();
        assertBadArguments(
                new BorshProblem.Truncated(MEMO_TAG + 5, 3, 2),
                withData(Bytes.of(APPROVE.data().toArray(), 0, length - 1)));
    }

    @Test
    void bytesAfterTheArgumentsAreRefused() {
        byte[] longer = Arrays.copyOf(APPROVE.data().toArray(), APPROVE.data().length() + 2);
        assertBadArguments(new BorshProblem.TrailingBytes(APPROVE.data().length(), 2), withData(Bytes.of(longer)));
    }

    @Test
    void anOptionsTagIsZeroOrOne() {
        assertBadArguments(new BorshProblem.BadOptionTag(MEMO_TAG, 2), withByte(MEMO_TAG, 2));
    }

    @Test
    void aMemoIsUtf8() {
        assertBadArguments(new BorshProblem.InvalidUtf8(MEMO_TAG + 5, 3), withByte(MEMO_TAG + 6, 0xff));
    }

    @Test
    void aHugeLengthIsHeldAgainstWhatIsThere() {
        assertBadArguments(
                new BorshProblem.Truncated(MEMO_TAG + 5, 0xff00_0003L, 3), withByte(MEMO_TAG + 4, 0xff));
    }

    @Test
    void aTruthValueIsZeroOrOne() {
        Instruction create =
                CODEC.encode(new ProposalCreate(MULTISIG, PROPOSAL, MEMBER, MEMBER, 1, false));
        byte[] data = create.data().toArray();
        data[data.length - 1] = 2;
        assertRefused(
                new SquadsInstructionProblem.BadArguments(
                        InstructionType.PROPOSAL_CREATE, new BorshProblem.BadBool(data.length - 1, 2)),
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
        assertRefused(
                new SquadsInstructionProblem.BadArguments(
                        InstructionType.CONFIG_TRANSACTION_CREATE, new BorshProblem.UnknownVariant(12, 7, 6)),
                new Instruction(create.program(), create.accounts(), Bytes.of(data)));
    }

    @Test
    void aMissingAccountIsNamedByItsRole() {
        assertRefused(
                new SquadsInstructionProblem.MissingAccount(InstructionType.PROPOSAL_APPROVE, AccountRole.PROPOSAL, 2),
                new Instruction(APPROVE.program(), APPROVE.accounts().take(2), APPROVE.data()));
    }

    @Test
    void accountsWithoutARoleAreRefused() {
        assertRefused(
                new SquadsInstructionProblem.UnexpectedAccounts(InstructionType.PROPOSAL_APPROVE, 3, 5),
                new Instruction(
                        APPROVE.program(),
                        APPROVE.accounts().appendAll(APPROVE.accounts().take(2)),
                        APPROVE.data()));
    }

    @Test
    void whoMustSignDoes() {
        assertRefused(
                new SquadsInstructionProblem.NotSigner(InstructionType.PROPOSAL_APPROVE, AccountRole.MEMBER, 1, MEMBER),
                withAccount(APPROVE, 1, AccountMeta.writable(MEMBER)));
    }

    @Test
    void whatIsChangedIsWritable() {
        assertRefused(
                new SquadsInstructionProblem.NotWritable(
                        InstructionType.PROPOSAL_APPROVE, AccountRole.PROPOSAL, 2, PROPOSAL),
                withAccount(APPROVE, 2, AccountMeta.signer(PROPOSAL)));
    }

    @Test
    void theSystemProgramHasOneAddress() {
        Instruction cancel = CODEC.encode(new ProposalCancelV2(MULTISIG, MEMBER, PROPOSAL, Option.none()));
        assertRefused(
                new SquadsInstructionProblem.WrongAccount(
                        InstructionType.PROPOSAL_CANCEL_V2, AccountRole.SYSTEM_PROGRAM, 3, Address.ZERO, MEMBER),
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
                new SquadsInstructionProblem.NotSigner(
                        InstructionType.MULTISIG_SET_TIME_LOCK, AccountRole.RENT_PAYER, 2, PROPOSAL),
                withAccount(CODEC.encode(timeLock(Option.some(MEMBER))), 2, AccountMeta.writable(PROPOSAL)));
    }

    @Test
    void theProgramItselfCannotBePassedAsAnOptionalAccount() {
        assertThrows(
                IllegalArgumentException.class, () -> CODEC.encode(timeLock(Option.some(CODEC.program()))));
    }

    @Test
    void aMemoThatIsNoTextCannotBeWritten() {
        ProposalApprove halfAPair = new ProposalApprove(MULTISIG, MEMBER, PROPOSAL, Option.some("\ud83e"));
        assertThrows(IllegalArgumentException.class, () -> CODEC.encode(halfAPair));
    }

    @Test
    void numbersBeyondTheirWidthAreBrokenInvariants() {
        ConfigAuthorityAccounts accounts = new ConfigAuthorityAccounts(MULTISIG, MEMBER, Option.none(), false);
        assertThrows(
                IllegalArgumentException.class, () -> new MultisigSetTimeLock(accounts, 1L << 32, Option.none()));
        assertThrows(IllegalArgumentException.class, () -> new MultisigSetTimeLock(accounts, -1, Option.none()));
    }

    private static MultisigSetTimeLock timeLock(Option<Address> rentPayer) {
        return new MultisigSetTimeLock(
                new ConfigAuthorityAccounts(MULTISIG, MEMBER, rentPayer, false), 60, Option.none());
    }

    private static void assertBadArguments(BorshProblem cause, Instruction instruction) {
        assertRefused(new SquadsInstructionProblem.BadArguments(InstructionType.PROPOSAL_APPROVE, cause), instruction);
    }

    private static void assertRefused(SquadsInstructionProblem problem, Instruction instruction) {
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
