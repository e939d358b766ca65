package dev.mandate.ports.api.refusal;

import static dev.mandate.ports.api.refusal.RefusalTableTest.address;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.InstructionFailure;
import dev.mandate.domain.chain.TransactionFailure;
import io.vavr.collection.Array;
import io.vavr.control.Option;
import org.junit.jupiter.api.Test;

final class ChainErrorTest {

    @Test
    void aProgramsErrorIsItsNameInSnakeCase() {
        assertEquals(
                new ChainError(
                        "spending_limit_exceeded",
                        "The program refuses instruction 2: error 6026, SpendingLimitExceeded.",
                        Option.some(2)),
                error(new TransactionFailure.InstructionFailed(2, new InstructionFailure.Custom(6026))));
    }

    @Test
    void anErrorThatTheProgramDoesNotKnowIsItsNumber() {
        assertEquals(
                new ChainError("program_error_1", "The program refuses instruction 0: error 1.", Option.some(0)),
                error(new TransactionFailure.InstructionFailed(0, new InstructionFailure.Custom(1))));
    }

    @Test
    void anErrorOfTheRuntimeIsItsNameInSnakeCase() {
        assertEquals(
                new ChainError(
                        "missing_required_signature",
                        "The chain refuses instruction 1: MissingRequiredSignature.",
                        Option.some(1)),
                error(new TransactionFailure.InstructionFailed(
                        1, new InstructionFailure.Named("MissingRequiredSignature"))));
        assertEquals(
                new ChainError(
                        "blockhash_not_found", "The chain refuses the transaction: BlockhashNotFound.", Option.none()),
                error(new TransactionFailure.Named("BlockhashNotFound")));
    }

    @Test
    void aFeePayerWithoutEnoughSolIsNamed() {
        Address payer = address("payer");
        assertEquals(
                "The chain refuses the transaction: AccountNotFound. The fee payer " + payer + " holds no SOL.",
                ChainFailures.of(new TransactionFailure.Named("AccountNotFound"), Option.some(payer), code -> Option.none())
                        .message());
        assertEquals(
                "The chain refuses the transaction: InsufficientFundsForFee. The fee payer holds less SOL than the fee.",
                error(new TransactionFailure.Named("InsufficientFundsForFee")).message());
    }

    @Test
    void aRunOfCapitalsIsOneWord() {
        assertEquals("borsh_io_error", error(new TransactionFailure.Named("BorshIOError")).code());
        assertEquals("ed25519_program", error(new TransactionFailure.Named("Ed25519Program")).code());
    }

    @Test
    void anAccountBelowTheRentMinimumHasAWordOfItsOwn() {
        assertEquals(
                new ChainError(
                        "insufficient_funds_for_rent",
                        "Account 3 of the transaction would be left below the rent minimum.",
                        Option.none()),
                error(new TransactionFailure.InsufficientFundsForRent(3)));
    }

    @Test
    void anInvalidErrorNameIsNotPassedOn() {
        ChainError error = error(new TransactionFailure.Named("<script>alert(1)</script>"));
        assertEquals("transaction_failed", error.code());
        assertEquals("The chain refuses the transaction: for a reason without a name.", error.message());
    }

    @Test
    void aSimulationThatFailsTellsWhichInstructionAndWhy() {
        Failure failure = ChainFailures.simulationFailed(
                new TransactionFailure.InstructionFailed(2, new InstructionFailure.Custom(6026)), Address.ZERO, ChainErrorTest::name);
        assertEquals(ErrorCode.SIMULATION_FAILED, failure.code());
        assertEquals(Option.some("spending_limit_exceeded"), failure.facts().get("chain_error"));
        assertEquals(Option.some("2"), failure.facts().get("instruction"));
    }

    private static ChainError logged(long code, String... failing) {
        return ChainFailures.of(
                new TransactionFailure.InstructionFailed(1, new InstructionFailure.Custom(code)),
                Option.none(),
                Array.of(failing).map(program -> "Program " + program + " failed: custom program error: 0x" + Long.toHexString(code))
                        .prepend("Program log: Program none failed: nothing"),
                ChainErrorTest::name);
    }

    @Test
    void theLogsTellWhichProgramsErrorItIs() {
        String account = "SQDS4ep65T869zMMBKyuUq6aD6EgTu8psMjkvj52pCf";
        String token = "TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA";
        String token2022 = "TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb";

        assertEquals("token_owner_mismatch", logged(4, token, account).code());
        assertEquals("The program refuses instruction 1: error 4, TokenOwnerMismatch.", logged(4, token, account).message());
        assertEquals("token_non_native_not_supported", logged(19, token, account).code());
        assertEquals("program_error_20", logged(20, token, account).code());
        assertEquals("token_extension_type_mismatch", logged(20, token2022, account).code());
        assertEquals("token_ciphertext_arithmetic_failed", logged(60, token2022).code());
        assertEquals("account_already_in_use", logged(0, "11111111111111111111111111111111", account).code());
        assertEquals("nonce_unexpected_blockhash_value", logged(8, "11111111111111111111111111111111").code());
        assertEquals("associated_token_invalid_owner", logged(0, "ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL").code());
        assertEquals("spending_limit_exceeded", logged(6026, account).code());
        assertEquals("spending_limit_exceeded", logged(6026, account, account).code(), "an account that acts in another one");
        assertEquals("program_error_6026", logged(6026, "JUP6LkbZbjS1jKKwapdHNy74zcZ3tLUZoi5QNyVTaV4", account).code(), "another program's");
    }

    private static ChainError error(TransactionFailure failure) {
        return ChainFailures.of(failure, ChainErrorTest::name);
    }

    private static Option<String> name(long code) {
        return Option.when(code == 6026, "SpendingLimitExceeded");
    }
}
