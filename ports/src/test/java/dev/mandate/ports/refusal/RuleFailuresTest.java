package dev.mandate.ports.refusal;

import static dev.mandate.ports.refusal.Told.address;
import static dev.mandate.ports.refusal.Told.at;
import static dev.mandate.ports.refusal.Told.whole;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.mandate.domain.account.AdminControl;
import dev.mandate.domain.account.Permission;
import dev.mandate.domain.account.Permissions;
import dev.mandate.domain.account.SettingsProblem;
import dev.mandate.domain.account.SettingsRefusal;
import dev.mandate.domain.account.Signer;
import dev.mandate.domain.account.SignerRefusal;
import dev.mandate.domain.account.Threshold;
import dev.mandate.domain.account.TimeLock;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.domain.smartaccount.Refusal;
import dev.mandate.domain.smartaccount.Warning;
import dev.mandate.domain.spending.LimitProblem;
import dev.mandate.domain.spending.SpendingRefusal;
import dev.mandate.domain.transaction.Ballot;
import dev.mandate.domain.transaction.Proposal;
import dev.mandate.domain.transaction.ProposalRefusal;
import dev.mandate.domain.transaction.Vote;
import io.vavr.collection.Array;
import io.vavr.control.Option;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

final class RuleFailuresTest {

    private static final Address ALICE = address("Alice");
    private static final Address BOB = address("Bob");
    private static final Address LIMIT = address("limit");
    private static final UnixTime NOON = new UnixTime(1_795_176_000);
    private static final String SIGNERS = "smart_account_signers";

    private static Stream<Told> told() {
        return Stream.of(
                        plain(), settings(), proposals(), spending(), cautions())
                .flatMap(List::stream);
    }

    private static List<Told> plain() {
        return List.of(
                rule("", new Refusal.AccountExists(), 409, ErrorCode.ACCOUNT_EXISTS),
                rule("", new Refusal.NoAccount(), 404, ErrorCode.UNKNOWN_ACCOUNT),
                rule(
                        "threshold",
                        new Refusal.BadAccount(Array.of(new SettingsProblem.ThresholdExceedsVoters(new Threshold(4), 3))),
                        422,
                        ErrorCode.THRESHOLD_EXCEEDS_VOTERS,
                        "threshold=4",
                        "voters=3"),
                rule(
                        "transaction_signers",
                        new Refusal.NotAllowed(new SignerRefusal.NotASigner(ALICE)),
                        422,
                        ErrorCode.NOT_A_SIGNER,
                        "address=" + ALICE),
                rule(
                        "transaction_signers",
                        new Refusal.NotAllowed(new SignerRefusal.PermissionMissing(
                                new Signer(ALICE, Permissions.of(Permission.CAN_VOTE)),
                                Array.of(Permission.CAN_INITIATE, Permission.CAN_EXECUTE))),
                        422,
                        ErrorCode.PERMISSION_MISSING,
                        "permissions=CAN_VOTE",
                        "one_of=CAN_INITIATE, CAN_EXECUTE"),
                rule("", new Refusal.NoTransaction(7), 404, ErrorCode.UNKNOWN_TRANSACTION, "transaction_index=7"),
                rule("", new Refusal.NoProposal(7), 422, ErrorCode.NOT_PROPOSED, "transaction_index=7"),
                rule("", new Refusal.ProposalExists(7), 409, ErrorCode.PROPOSAL_EXISTS, "transaction_index=7"),
                rule(
                        "",
                        new Refusal.IndexAhead(7, 6),
                        404,
                        ErrorCode.UNKNOWN_TRANSACTION,
                        "transaction_index=7",
                        "newest_transaction_index=6"),
                rule("", new Refusal.NotClosable(7, 2), 409, ErrorCode.NOT_CLOSABLE, "stale_transaction_index=2"),
                rule("", new Refusal.NoRentCollector(), 422, ErrorCode.NO_RENT_COLLECTOR),
                rule(
                        "",
                        new Refusal.WrongRentCollector(ALICE, BOB),
                        422,
                        ErrorCode.WRONG_RENT_COLLECTOR,
                        "rent_collector=" + BOB),
                rule("", new Refusal.LimitExists(LIMIT), 409, ErrorCode.LIMIT_EXISTS, "spending_limit_address=" + LIMIT),
                rule("", new Refusal.NoLimit(LIMIT), 404, ErrorCode.UNKNOWN_LIMIT, "spending_limit_address=" + LIMIT));
    }

    private static List<Told> settings() {
        return List.of(
                settled("admin", new SettingsRefusal.HeldByAdmin(ALICE), ErrorCode.ADMIN_CONTROLS_SETTINGS, "admin_address=" + ALICE),
                settled("", new SettingsRefusal.NothingToChange(), ErrorCode.NOTHING_TO_CHANGE),
                settled("admin", new SettingsRefusal.NotTheAdmin(ALICE, new AdminControl.None()), ErrorCode.NO_ADMIN),
                settled(
                        "transaction_signers",
                        new SettingsRefusal.NotTheAdmin(ALICE, new AdminControl.HeldBy(BOB)),
                        ErrorCode.NOT_THE_ADMIN,
                        "admin_address=" + BOB),
                settled(SIGNERS, new SettingsRefusal.AlreadyASigner(ALICE), ErrorCode.ALREADY_A_SIGNER, "signer=" + ALICE),
                settled("signer_address", new SettingsRefusal.NoSuchSigner(ALICE), ErrorCode.NO_SUCH_SIGNER, "signer=" + ALICE),
                settled("signer_address", new SettingsRefusal.LastSigner(ALICE), ErrorCode.LAST_SIGNER, "signer=" + ALICE),
                ungovernable(SIGNERS, new SettingsProblem.TooManySigners(65_536, 65_535), ErrorCode.TOO_MANY_SIGNERS, "limit=65535"),
                ungovernable(SIGNERS, new SettingsProblem.DuplicateSigner(ALICE), ErrorCode.DUPLICATE_SIGNER, "duplicates=" + ALICE),
                ungovernable(
                        SIGNERS,
                        new SettingsProblem.UnknownPermission(ALICE, new Permissions(9)),
                        ErrorCode.UNKNOWN_PERMISSION,
                        "unknown_permissions_of=" + ALICE),
                ungovernable(SIGNERS, new SettingsProblem.NoProposer(), ErrorCode.NO_PROPOSER),
                ungovernable(SIGNERS, new SettingsProblem.NoExecutor(), ErrorCode.NO_EXECUTOR),
                ungovernable(SIGNERS, new SettingsProblem.NoVoter(), ErrorCode.NO_VOTER),
                ungovernable("threshold", new SettingsProblem.ThresholdZero(), ErrorCode.THRESHOLD_ZERO, "threshold=0"),
                ungovernable(
                        "threshold",
                        new SettingsProblem.ThresholdExceedsVoters(new Threshold(2), 1),
                        ErrorCode.THRESHOLD_EXCEEDS_VOTERS,
                        "voters=1"),
                ungovernable(
                        "time_lock",
                        new SettingsProblem.TimeLockTooLong(new TimeLock(7_776_001), 7_776_000),
                        ErrorCode.TIME_LOCK_TOO_LONG,
                        "time_lock=7776001",
                        "limit_seconds=7776000"));
    }

    private static List<Told> proposals() {
        return List.of(
                proposal(
                        "",
                        new ProposalRefusal.WrongState(
                                ProposalRefusal.Step.EXECUTE, new Proposal.Rejected(NOON, Ballot.EMPTY)),
                        ErrorCode.TRANSACTION_STATE,
                        "transaction_index=7",
                        "status=rejected",
                        "step=execute",
                        "since=2026-11-20T12:00:00Z"),
                proposal("", new ProposalRefusal.Stale(7, 9), ErrorCode.TRANSACTION_STALE, "stale_transaction_index=9"),
                proposal(
                        "transaction_signers",
                        new ProposalRefusal.AlreadyVoted(ALICE, Vote.REJECT),
                        ErrorCode.ALREADY_VOTED,
                        "vote=reject"),
                proposal(
                        "",
                        new ProposalRefusal.TimeLocked(NOON, new TimeLock(3600), NOON.plusSeconds(3600)),
                        ErrorCode.TIME_LOCKED,
                        "approved_at=2026-11-20T12:00:00Z",
                        "time_lock=3600",
                        "executable_at=2026-11-20T13:00:00Z"));
    }

    private static List<Told> spending() {
        return List.of(
                spent(
                        "signer",
                        new SpendingRefusal.NotEntitled(BOB, Array.of(ALICE)),
                        ErrorCode.NOT_ENTITLED,
                        "spending_limit_signers=" + ALICE),
                spent(
                        "destination",
                        new SpendingRefusal.DestinationNotAllowed(BOB, Array.of(ALICE)),
                        ErrorCode.DESTINATION_NOT_ALLOWED,
                        "destinations=" + ALICE),
                spent(
                        "amount",
                        new SpendingRefusal.Exceeded(BaseUnits.MAX, BaseUnits.of(5), Option.some(NOON)),
                        ErrorCode.LIMIT_EXCEEDED,
                        "asked=18446744073709551615",
                        "remaining_amount=5",
                        "whole_again_at=2026-11-20T12:00:00Z"),
                spent("amount", bad(new LimitProblem.AmountZero()), ErrorCode.AMOUNT_ZERO),
                spent("spending_limit_signers", bad(new LimitProblem.NoSigners()), ErrorCode.NO_LIMIT_SIGNERS),
                spent(
                        "spending_limit_signers",
                        bad(new LimitProblem.DuplicateSigner(ALICE)),
                        ErrorCode.DUPLICATE_SIGNER,
                        "duplicates=" + ALICE));
    }

    private static List<Told> cautions() {
        return List.of(
                caution("amount", new Warning.SpendsNothing(ALICE), ErrorCode.AMOUNT_ZERO),
                caution("", new Warning.WouldOrphan(7), ErrorCode.WOULD_ORPHAN, "transaction_index=7"),
                caution(
                        "",
                        new Warning.ContentOpaque(7, "a batch"),
                        ErrorCode.CONTENT_OPAQUE,
                        "transaction_index=7",
                        "reason=a batch"),
                caution(
                        "smart_account_signers",
                        new Warning.WouldNeverExecute(
                                new Refusal.SettingsStay(new SettingsRefusal.AlreadyASigner(ALICE))),
                        ErrorCode.WOULD_NEVER_EXECUTE,
                        "refusal=already_a_signer",
                        "signer=" + ALICE),
                caution("smart_account_signers", new Warning.AmbiguousRemoval(ALICE), ErrorCode.AMBIGUOUS_REMOVAL, "signer=" + ALICE));
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
        return Stream.of(
                Refusal.class,
                SettingsRefusal.class,
                SettingsProblem.class,
                SignerRefusal.class,
                ProposalRefusal.class,
                SpendingRefusal.class,
                LimitProblem.class,
                Warning.class);
    }

    @Test
    void aThresholdIsToldWithTheNumberOfThoseWhoCanVote() {
        assertEquals("Threshold 4 exceeds the 3 signers that can vote.", thresholdExceeds(4, 3));
        assertEquals("Threshold 2 exceeds the 1 signer that can vote.", thresholdExceeds(2, 1));
    }

    private static String thresholdExceeds(int threshold, int voters) {
        return RuleFailures.of(new SettingsRefusal.Ungovernable(
                        Array.of(new SettingsProblem.ThresholdExceedsVoters(new Threshold(threshold), voters))))
                .message();
    }

    @Test
    void everythingThatIsWrongIsToldAtOnce() {
        Failure failure = RuleFailures.of(new Refusal.BadAccount(Array.of(
                new SettingsProblem.DuplicateSigner(ALICE),
                new SettingsProblem.DuplicateSigner(BOB),
                new SettingsProblem.NoExecutor(),
                new SettingsProblem.ThresholdExceedsVoters(new Threshold(4), 3))));
        assertEquals(
                Array.of(
                        ErrorCode.DUPLICATE_SIGNER,
                        ErrorCode.DUPLICATE_SIGNER,
                        ErrorCode.NO_EXECUTOR,
                        ErrorCode.THRESHOLD_EXCEEDS_VOTERS),
                failure.problems().map(Problem::code));
        assertEquals(Option.some(ALICE + ", " + BOB), failure.facts().get("duplicates"));
        assertEquals(Option.some("4"), failure.facts().get("threshold"));
    }

    @Test
    void aTimeLockSaysWhenItEnds() {
        Failure failure = RuleFailures.of(new Refusal.ProposalStays(
                7, new ProposalRefusal.TimeLocked(NOON, new TimeLock(3600), NOON.plusSeconds(3600))));
        assertEquals(
                Option.some("Execute it at 2026-11-20T13:00:00Z or later, by the chain's clock; until then it can be"
                        + " cancelled."),
                failure.remedy());
    }

    @Test
    void whatTheAdminHoldsIsAskedOfTheAdmin() {
        assertEquals(
                Option.some("Repeat the call with admin=true, to be signed by the admin."),
                RuleFailures.of(new SettingsRefusal.HeldByAdmin(ALICE)).remedy());
    }

    @ParameterizedTest
    @EnumSource(ProposalRefusal.Step.class)
    void aStepFromADraftBeginsWithOpeningIt(ProposalRefusal.Step step) {
        assertEquals(
                Option.some("Open it for votes first."),
                RuleFailures.of(new Refusal.ProposalStays(
                                1, new ProposalRefusal.WrongState(step, new Proposal.Draft(NOON))))
                        .remedy());
    }

    @Test
    void whatIsApprovedIsCancelledAndWhatIsOpenIsRejected() {
        assertEquals(
                Option.some("Cancel it: what is approved can no longer be rejected."),
                remedy(ProposalRefusal.Step.REJECT, new Proposal.Approved(NOON, Ballot.EMPTY)));
        assertEquals(
                Option.some("Reject it: only what is approved can be cancelled."),
                remedy(ProposalRefusal.Step.CANCEL, new Proposal.Active(NOON, Ballot.EMPTY)));
    }

    @Test
    void nothingHelpsWhatIsOver() {
        for (Proposal over : List.of(
                new Proposal.Executed(NOON, Ballot.EMPTY),
                new Proposal.Rejected(NOON, Ballot.EMPTY),
                new Proposal.Cancelled(NOON, Ballot.EMPTY))) {
            assertEquals(Option.none(), remedy(ProposalRefusal.Step.APPROVE, over));
        }
    }

    private static Option<String> remedy(ProposalRefusal.Step step, Proposal proposal) {
        return RuleFailures.of(new Refusal.ProposalStays(1, new ProposalRefusal.WrongState(step, proposal)))
                .remedy();
    }

    private static Told rule(String field, Refusal refusal, int status, ErrorCode code, String... facts) {
        return at(field, refusal, RuleFailures.of(refusal), status, code, facts);
    }

    private static Told settled(String field, SettingsRefusal refusal, ErrorCode code, String... facts) {
        return rule(field, new Refusal.SettingsStay(refusal), 422, code, facts);
    }

    private static Told ungovernable(String field, SettingsProblem problem, ErrorCode code, String... facts) {
        return settled(field, new SettingsRefusal.Ungovernable(Array.of(problem)), code, facts);
    }

    private static Told proposal(String field, ProposalRefusal refusal, ErrorCode code, String... facts) {
        return rule(field, new Refusal.ProposalStays(7, refusal), 409, code, facts);
    }

    private static Told spent(String field, SpendingRefusal refusal, ErrorCode code, String... facts) {
        return rule(field, new Refusal.NotSpent(refusal), 422, code, facts);
    }

    private static SpendingRefusal bad(LimitProblem problem) {
        return new SpendingRefusal.BadTerms(Array.of(problem));
    }

    private static Told caution(String field, Warning caution, ErrorCode code, String... facts) {
        return field.isEmpty()
                ? whole(caution, RuleFailures.of(caution), 422, code, facts)
                : at(field, caution, RuleFailures.of(caution), 422, code, facts);
    }
}
