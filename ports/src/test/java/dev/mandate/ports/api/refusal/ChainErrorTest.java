package dev.mandate.ports.api.refusal;

import static dev.mandate.ports.api.refusal.RefusalTableTest.address;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.InstructionFailure;
import dev.mandate.domain.chain.TransactionFailure;
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

    private static ChainError error(TransactionFailure failure) {
        return ChainFailures.of(failure, ChainErrorTest::name);
    }

    private static Option<String> name(long code) {
        return Option.when(code == 6026, "SpendingLimitExceeded");
    }
}
