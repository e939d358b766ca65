package dev.mandate.ports.refusal;

import static dev.mandate.ports.refusal.Told.address;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.mandate.domain.access.ApiKeyId;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Blockhash;
import dev.mandate.domain.chain.Bytes32;
import dev.mandate.domain.chain.InstructionFailure;
import dev.mandate.domain.chain.TransactionFailure;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.ports.access.KeyRefused;
import dev.mandate.ports.custody.BuildRefusal;
import dev.mandate.ports.tenant.CreationRefusal;
import dev.mandate.ports.tenant.SubmissionRefusal;
import io.vavr.collection.Array;
import io.vavr.control.Option;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

final class TenantFailuresTest {

    private static final Address ALICE = address("Alice");
    private static final UnixTime NOON = new UnixTime(1_795_176_000);
    private static final ApiKeyId KEY = new ApiKeyId("key_0123456789abcdef");

    private static Stream<Told> told() {
        return Stream.of(
                creation(
                        "",
                        new CreationRefusal.NotBuilt(new BuildRefusal.NotOnChain(ALICE)),
                        404,
                        ErrorCode.NOT_ON_CHAIN,
                        "address=" + ALICE),
                creation(
                        "",
                        new CreationRefusal.QuotaSpent(20, NOON.plusSeconds(60)),
                        429,
                        ErrorCode.CREATION_QUOTA,
                        "per_day=20",
                        "free_again_at=2026-11-20T12:01:00Z"),
                creation("", budgetSpent(), 503, ErrorCode.CREATION_BUDGET_SPENT, "cost_lamports=7"),
                creation(
                        "",
                        new CreationRefusal.FeePayerLow(BaseUnits.of(5), BaseUnits.of(7)),
                        503,
                        ErrorCode.FEE_PAYER_LOW,
                        "balance_lamports=5",
                        "cost_lamports=7"),
                creation("x-idempotency-key", new CreationRefusal.KeyReused(), 409, ErrorCode.IDEMPOTENCY_KEY_REUSED),
                submission(
                        "",
                        new SubmissionRefusal.NotAsked(new BuildRefusal.UnknownAccount(ALICE)),
                        404,
                        ErrorCode.UNKNOWN_ACCOUNT,
                        "smart_account_address=" + ALICE),
                submission("transaction", new SubmissionRefusal.BadTransaction("1 byte is left"), 400, ErrorCode.BAD_TRANSACTION),
                submission(
                        "transaction",
                        new SubmissionRefusal.ForeignInstruction(1, ALICE),
                        422,
                        ErrorCode.FOREIGN_INSTRUCTION,
                        "instruction=1",
                        "program=" + ALICE),
                submission(
                        "transaction",
                        new SubmissionRefusal.NonceNotAllowed(1, ALICE),
                        422,
                        ErrorCode.NONCE_NOT_ALLOWED,
                        "instruction=1",
                        "nonce_account=" + ALICE),
                submission(
                        "transaction",
                        new SubmissionRefusal.PriorityFeeTooHigh(BaseUnits.of(7), BaseUnits.of(6)),
                        422,
                        ErrorCode.PRIORITY_FEE_TOO_HIGH,
                        "priority_fee=7",
                        "limit=6"),
                submission(
                        "transaction",
                        new SubmissionRefusal.KeylessAdmin(ALICE),
                        422,
                        ErrorCode.NO_KEY_FOR,
                        "address=" + ALICE),
                submission("transaction", new SubmissionRefusal.NothingOnAccount(), 422, ErrorCode.NOTHING_ON_ACCOUNT),
                submission(
                        "transaction",
                        new SubmissionRefusal.NotProposedYet(ALICE),
                        409,
                        ErrorCode.NOT_PROPOSED_YET,
                        "proposal=" + ALICE),
                submission(
                        "transaction",
                        new SubmissionRefusal.AnotherProposed(7),
                        409,
                        ErrorCode.ANOTHER_PROPOSED,
                        "transaction_index=7"),
                submission(
                        "transaction",
                        new SubmissionRefusal.BlockhashExpired(new Blockhash(Bytes32.ZERO)),
                        422,
                        ErrorCode.BLOCKHASH_EXPIRED,
                        "blockhash=11111111111111111111111111111111"),
                submission(
                        "",
                        new SubmissionRefusal.WouldFail(
                                new TransactionFailure.InstructionFailed(2, new InstructionFailure.Custom(6021)),
                                ALICE,
                                Array.empty()),
                        422,
                        ErrorCode.SIMULATION_FAILED,
                        "chain_error=time_lock_not_released",
                        "instruction=2"),
                submission(
                        "transaction",
                        new SubmissionRefusal.VoteNamesNothing(ALICE),
                        422,
                        ErrorCode.VOTE_NAMES_NOTHING,
                        "proposal=" + ALICE),
                submission(
                        "transaction",
                        new SubmissionRefusal.ContentOpaque(ALICE, "a batch"),
                        422,
                        ErrorCode.CONTENT_OPAQUE,
                        "content=" + ALICE,
                        "reason=a batch"),
                submission(
                        "transaction",
                        new SubmissionRefusal.SignaturesMissing(Array.of(ALICE)),
                        422,
                        ErrorCode.SIGNATURES_MISSING,
                        "signers=" + ALICE),
                submission(
                        "transaction",
                        new SubmissionRefusal.SignatureInvalid(ALICE),
                        422,
                        ErrorCode.SIGNATURE_INVALID,
                        "signer=" + ALICE),
                submission(
                        "kms_payloads[1].signature",
                        new SubmissionRefusal.GivenSignatureInvalid(1, ALICE),
                        422,
                        ErrorCode.SIGNATURE_INVALID,
                        "signer=" + ALICE),
                submission(
                        "kms_payloads[2].signature",
                        new SubmissionRefusal.SignatureFitsNobody(2),
                        422,
                        ErrorCode.SIGNATURE_FITS_NOBODY),
                submission(
                        "transaction",
                        new SubmissionRefusal.FeePayerProtected(ALICE),
                        422,
                        ErrorCode.FEE_PAYER_PROTECTED,
                        "payer_address=" + ALICE),
                submission(
                        "transaction",
                        new SubmissionRefusal.OperatorAppointed(ALICE),
                        422,
                        ErrorCode.FEE_PAYER_PROTECTED,
                        "fee_payer=" + ALICE),
                submission(
                        "transaction",
                        new SubmissionRefusal.Several(Array.of(
                                new SubmissionRefusal.FeePayerProtected(ALICE),
                                new SubmissionRefusal.BadTransaction("9 bytes too many"))),
                        400,
                        ErrorCode.BAD_TRANSACTION,
                        "payer_address=" + ALICE),
                submission(
                        "", new SubmissionRefusal.TooManyOpen(1_000), 429, ErrorCode.TOO_MANY_SUBMISSIONS, "submissions=1000"),
                submission("x-idempotency-key", new SubmissionRefusal.KeyReused(), 409, ErrorCode.IDEMPOTENCY_KEY_REUSED),
                key(new KeyRefused.Unknown(), ErrorCode.UNAUTHENTICATED),
                key(
                        new KeyRefused.Ended(KEY, NOON),
                        ErrorCode.API_KEY_ENDED,
                        "api_key=key_0123456789abcdef",
                        "ended_at=2026-11-20T12:00:00Z"));
    }

    @ParameterizedTest
    @MethodSource("told")
    void everyRefusalIsToldWithItsCodeItsFieldAndItsFacts(Told told) {
        told.check();
    }

    @ParameterizedTest
    @MethodSource("families")
    void noRefusalIsForgotten(Class<?> family) {
        Sealed.assertAllExercised(family, told().map(Told::refusal));
    }

    private static Stream<Class<?>> families() {
        return Stream.of(CreationRefusal.class, SubmissionRefusal.class, KeyRefused.class);
    }

    @Test
    void aQuotaSaysWhenTheNextAccountMayBeOrdered() {
        assertEquals(
                Option.some(60L),
                TenantFailures.of(new CreationRefusal.QuotaSpent(20, NOON.plusSeconds(60)), NOON).retryAfter());
    }

    @Test
    void aQuotaThatIsFreeByNowIsToldToWaitASecond() {
        assertEquals(
                Option.some(1L), TenantFailures.of(new CreationRefusal.QuotaSpent(20, NOON), NOON).retryAfter());
    }

    @Test
    void howMuchTheOperatorIsReadyToPayIsNotTold() {
        Failure failure = TenantFailures.of(budgetSpent(), NOON);
        assertFalse(failure.toString().contains("12345"), failure.toString());
        assertFalse(failure.toString().contains("12340"), failure.toString());
    }

    private static CreationRefusal budgetSpent() {
        return new CreationRefusal.BudgetSpent(BaseUnits.of(12_345), BaseUnits.of(12_340), BaseUnits.of(7));
    }

    private static Told creation(String field, CreationRefusal refusal, int status, ErrorCode code, String... facts) {
        return Told.at(field, refusal, TenantFailures.of(refusal, NOON), status, code, facts);
    }

    private static Told submission(String field, SubmissionRefusal refusal, int status, ErrorCode code, String... facts) {
        return Told.at(field, refusal, TenantFailures.of(refusal, number -> Option.some("TimeLockNotReleased")), status, code, facts);
    }

    private static Told key(KeyRefused refused, ErrorCode code, String... facts) {
        return Told.at("authorization", refused, TenantFailures.of(refused), 401, code, facts);
    }
}
