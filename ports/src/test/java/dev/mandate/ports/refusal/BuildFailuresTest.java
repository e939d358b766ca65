package dev.mandate.ports.refusal;

import static dev.mandate.ports.refusal.Told.address;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.mandate.domain.account.Threshold;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.domain.smartaccount.Refusal;
import dev.mandate.domain.smartaccount.Warning;
import dev.mandate.domain.transaction.ProposalRefusal;
import dev.mandate.domain.transaction.RoleProblem;
import dev.mandate.domain.transaction.Vote;
import dev.mandate.ports.chain.ChainFault;
import dev.mandate.ports.custody.Authority;
import dev.mandate.ports.custody.BuildOptions;
import dev.mandate.ports.custody.BuildRefusal;
import dev.mandate.ports.custody.BuildRequest;
import dev.mandate.ports.program.GiveawayWarning;
import dev.mandate.ports.program.LayoutProblem;
import dev.mandate.ports.program.TokenObstacle;
import io.vavr.collection.Array;
import io.vavr.collection.LinkedHashMap;
import io.vavr.control.Option;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

final class BuildFailuresTest {

    private static final Address ALICE = address("Alice");
    private static final Address BOB = address("Bob");
    private static final Address LIMIT = address("limit");

    private static Stream<Told> told() {
        return Stream.of(
                told("", new BuildRefusal.ChainSilent(new ChainFault.Unreachable("node-secret")), 503, ErrorCode.CHAIN_UNREACHABLE),
                told("", new BuildRefusal.ChainSilent(new ChainFault.RateLimited()), 503, ErrorCode.CHAIN_BUSY),
                told("", new BuildRefusal.ChainSilent(new ChainFault.BadAnswer("node-secret")), 502, ErrorCode.CHAIN_BAD_ANSWER),
                told("", new BuildRefusal.UnknownAccount(ALICE), 404, ErrorCode.UNKNOWN_ACCOUNT, "smart_account_address=" + ALICE),
                told("", new BuildRefusal.NotOnChain(ALICE), 404, ErrorCode.NOT_ON_CHAIN, "address=" + ALICE),
                told(
                        "",
                        new BuildRefusal.UnexpectedAccount(ALICE, new LayoutProblem.ForeignOwner(BOB)),
                        422,
                        ErrorCode.ACCOUNT_UNREADABLE,
                        "address=" + ALICE,
                        "owner=" + BOB),
                told(
                        "",
                        new BuildRefusal.UnexpectedAccount(ALICE, new LayoutProblem.Unreadable("node-secret")),
                        422,
                        ErrorCode.ACCOUNT_UNREADABLE,
                        "address=" + ALICE),
                told("", new BuildRefusal.Forbidden(new Refusal.NoProposal(3)), 422, ErrorCode.NOT_PROPOSED, "transaction_index=3"),
                told("", new BuildRefusal.Unwise(new Warning.WouldOrphan(3)), 422, ErrorCode.WOULD_ORPHAN, "transaction_index=3"),
                roles(new RoleProblem.NotSigners(Array.of(ALICE, BOB)), ErrorCode.NOT_A_SIGNER, "strangers=" + ALICE + ", " + BOB),
                roles(new RoleProblem.NobodyProposes(), ErrorCode.SIGNERS_INSUFFICIENT, "missing=CAN_INITIATE"),
                roles(
                        new RoleProblem.TooFewVoters(1, new Threshold(2)),
                        ErrorCode.SIGNERS_INSUFFICIENT,
                        "voters=1",
                        "threshold=2"),
                roles(new RoleProblem.NobodyExecutes(), ErrorCode.SIGNERS_INSUFFICIENT, "missing=CAN_EXECUTE"),
                told("admin", new BuildRefusal.NoAdmin(ALICE), 422, ErrorCode.NO_ADMIN),
                told("admin", new BuildRefusal.AdminCannotSign(ALICE), 422, ErrorCode.ADMIN_CANNOT_SIGN, "admin_address=" + ALICE),
                told("admin_address", new BuildRefusal.AdminCannotBeAdded(ALICE), 422, ErrorCode.ADMIN_CANNOT_BE_ADDED),
                told(
                        "smart_account_signers",
                        new BuildRefusal.LeaversHoldLimits(LinkedHashMap.of(ALICE, Array.of(LIMIT))),
                        422,
                        ErrorCode.SIGNER_HOLDS_LIMITS,
                        "signers=" + ALICE,
                        "spending_limits=" + LIMIT),
                told("", new BuildRefusal.MustBeTwoChanges(), 422, ErrorCode.MUST_BE_TWO_CHANGES),
                told("", new BuildRefusal.UnknownTransaction(-1), 404, ErrorCode.UNKNOWN_TRANSACTION),
                told("cursor", new BuildRefusal.UnknownCursor(), 400, ErrorCode.BAD_CURSOR),
                told("transaction", new BuildRefusal.BadTransaction("9 bytes too many"), 400, ErrorCode.BAD_TRANSACTION),
                told("transaction", new BuildRefusal.NothingToPrepare(), 422, ErrorCode.NOTHING_TO_PREPARE),
                told(
                        "transaction",
                        new BuildRefusal.InstructionUnreadable(2, "a byte too many"),
                        422,
                        ErrorCode.INSTRUCTION_UNREADABLE,
                        "instruction=2",
                        "reason=a byte too many"),
                told("", new BuildRefusal.NoKeyFor(ALICE), 422, ErrorCode.NO_KEY_FOR, "address=" + ALICE),
                told("admin_address", new BuildRefusal.KeylessAdmin(ALICE), 422, ErrorCode.NO_KEY_FOR, "address=" + ALICE),
                told("transaction", new BuildRefusal.KeylessInside(ALICE), 422, ErrorCode.NO_KEY_FOR, "address=" + ALICE),
                told("transaction", new BuildRefusal.WritesOwnProposal(ALICE), 422, ErrorCode.WRITES_OWN_PROPOSAL, "proposal=" + ALICE),
                told("transaction", new BuildRefusal.AccountDoesNotSign(ALICE), 422, ErrorCode.ACCOUNT_DOES_NOT_SIGN),
                told(
                        "transaction",
                        new BuildRefusal.InstructionsTooLong(1050, 1050),
                        422,
                        ErrorCode.INSTRUCTIONS_TOO_LONG,
                        "bytes=1050",
                        "limit=1050"),
                told(
                        "",
                        new BuildRefusal.DoesNotFit(1233, 1232, Option.none()),
                        422,
                        ErrorCode.DOES_NOT_FIT,
                        "bytes=1233",
                        "limit=1232"),
                told(
                        "",
                        new BuildRefusal.DoesNotFit(
                                1233,
                                1232,
                                Option.some(new BuildRefusal.FitsList(BuildRefusal.FitsList.Kind.SIGNERS, 40, 24))),
                        422,
                        ErrorCode.DOES_NOT_FIT,
                        "bytes=1233",
                        "limit=1232",
                        "fits=24"),
                told(
                        "nonce_account",
                        new BuildRefusal.NonceCarriesOne(ALICE),
                        422,
                        ErrorCode.NONCE_CARRIES_ONE,
                        "nonce_account=" + ALICE),
                told(
                        "nonce_account",
                        new BuildRefusal.NonceNotAllowed(ALICE),
                        422,
                        ErrorCode.NONCE_NOT_ALLOWED,
                        "nonce_account=" + ALICE),
                told(
                        "transaction",
                        new BuildRefusal.NonceInside(2, ALICE),
                        422,
                        ErrorCode.NONCE_NOT_ALLOWED,
                        "instruction=2",
                        "nonce_account=" + ALICE),
                told(
                        "transaction",
                        new BuildRefusal.PriorityFeeTooHigh(BaseUnits.of(7), BaseUnits.of(6)),
                        422,
                        ErrorCode.PRIORITY_FEE_TOO_HIGH,
                        "priority_fee=7",
                        "limit=6"),
                told(
                        "transaction",
                        new BuildRefusal.NeedsAcknowledgement(
                                Array.of(new GiveawayWarning(GiveawayWarning.Code.APPROVES_DELEGATE, 1, ALICE))),
                        422,
                        ErrorCode.NEEDS_ACKNOWLEDGEMENT,
                        "warnings=approves_delegate"),
                told("", new BuildRefusal.TableDeactivated(ALICE), 422, ErrorCode.TABLE_DEACTIVATED, "table=" + ALICE),
                told(
                        "",
                        new BuildRefusal.TokensCannotMove(ALICE, TokenObstacle.FROZEN),
                        422,
                        ErrorCode.TOKENS_CANNOT_MOVE,
                        "account=" + ALICE,
                        "reason=frozen"),
                told("", new BuildRefusal.TooManyAccounts(65, 64), 422, ErrorCode.TOO_MANY_ACCOUNTS, "accounts=65", "limit=64"),
                told(
                        "",
                        new BuildRefusal.TooManyAccountsToExecute(30, 1233, 1232),
                        422,
                        ErrorCode.TOO_MANY_ACCOUNTS,
                        "accounts=30",
                        "bytes=1233",
                        "limit=1232"),
                told(
                        "",
                        new BuildRefusal.BuffersExhausted(ALICE, 256),
                        422,
                        ErrorCode.TOO_MANY_BUFFERS,
                        "signer=" + ALICE,
                        "limit=256"),
                told("", new BuildRefusal.NotCompilable("too many accounts"), 422, ErrorCode.NOT_COMPILABLE),
                told(
                        "smart_account_signers",
                        new BuildRefusal.AccountAsOwnSigner(ALICE),
                        422,
                        ErrorCode.ACCOUNT_AS_OWN_SIGNER,
                        "address=" + ALICE),
                told(
                        "fee_config.payer_address",
                        new BuildRefusal.PayerCannotSign(ALICE),
                        422,
                        ErrorCode.PAYER_CANNOT_PAY,
                        "payer_address=" + ALICE),
                told(
                        "fee_config.payer_address",
                        new BuildRefusal.OperatorAsPayer(ALICE),
                        422,
                        ErrorCode.PAYER_CANNOT_PAY,
                        "payer_address=" + ALICE),
                told(
                        "",
                        new BuildRefusal.Several(Array.of(
                                new BuildRefusal.NotCovered(ALICE, BaseUnits.of(1), BaseUnits.MAX),
                                new BuildRefusal.Forbidden(
                                        new Refusal.ProposalStays(3, new ProposalRefusal.Stale(3, 4))))),
                        409,
                        ErrorCode.TRANSACTION_STALE,
                        "stale_transaction_index=4",
                        "balance=1"),
                told(
                        "admin_address",
                        new BuildRefusal.OperatorAsAdmin(ALICE),
                        422,
                        ErrorCode.FEE_PAYER_PROTECTED,
                        "fee_payer=" + ALICE),
                told(
                        "smart_account_signers",
                        new BuildRefusal.OperatorAsSigner(ALICE),
                        422,
                        ErrorCode.FEE_PAYER_PROTECTED,
                        "fee_payer=" + ALICE),
                told(
                        "spending_limit_signers",
                        new BuildRefusal.OperatorAsSpender(ALICE),
                        422,
                        ErrorCode.FEE_PAYER_PROTECTED,
                        "fee_payer=" + ALICE),
                told("", new BuildRefusal.OperatorCannotSign(ALICE), 422, ErrorCode.FEE_PAYER_PROTECTED, "fee_payer=" + ALICE),
                told("transaction_signers", new BuildRefusal.NobodyPays(), 422, ErrorCode.NOBODY_SIGNS),
                told("transaction_signers", new BuildRefusal.NobodyVotes(), 422, ErrorCode.NOBODY_SIGNS),
                told("destination", new BuildRefusal.DestinationHoldsTokens(ALICE), 422, ErrorCode.DESTINATION_HOLDS_TOKENS),
                told(
                        "amount",
                        new BuildRefusal.NotCovered(ALICE, BaseUnits.of(1), BaseUnits.MAX),
                        422,
                        ErrorCode.NOT_COVERED,
                        "balance=1",
                        "asked=18446744073709551615"),
                told(
                        "amount",
                        new BuildRefusal.BelowRentMinimum(ALICE, BaseUnits.of(1), BaseUnits.of(890_880)),
                        422,
                        ErrorCode.BELOW_RENT_MINIMUM,
                        "left=1",
                        "minimum=890880"));
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
        return Stream.of(BuildRefusal.class, RoleProblem.class, ChainFault.class, LayoutProblem.class);
    }

    @Test
    void whatANodeSaidStaysWithTheOperator() {
        assertEquals(
                BuildFailures.of(new ChainFault.Unreachable("one node")),
                BuildFailures.of(new ChainFault.Unreachable("another node")));
        assertEquals(
                BuildFailures.of(new ChainFault.BadAnswer("one answer")),
                BuildFailures.of(new ChainFault.BadAnswer("another answer")));
    }

    @Test
    void aSilentChainMayBeAskedAgain() {
        assertEquals(Option.some(2L), BuildFailures.of(new ChainFault.RateLimited()).retryAfter());
        assertEquals(Option.some(2L), BuildFailures.of(new ChainFault.Unreachable("gone")).retryAfter());
        assertEquals(Option.none(), BuildFailures.of(new ChainFault.BadAnswer("<html>")).retryAfter());
    }

    @Test
    void anAccountOfNobodyIsToldLikeThatOfSomebodyElse() {
        assertEquals(BuildFailures.unknownAccount(ALICE), BuildFailures.of(new BuildRefusal.UnknownAccount(ALICE)));
    }

    @Test
    void whoAsksForAChangeIsToldWhatIsWrongWithIt() {
        BuildRefusal refusal = new BuildRefusal.Unwise(new Warning.WouldNeverExecute(new Refusal.NoLimit(LIMIT)));
        BuildRequest removal = new BuildRequest.RemoveLimit(ALICE, LIMIT, new Authority.Admin(), BuildOptions.DEFAULT);
        assertEquals(ErrorCode.UNKNOWN_LIMIT, BuildFailures.of(removal, refusal).code());
    }

    @Test
    void whoVotesOnAChangeIsToldThatItIsInVain() {
        BuildRefusal refusal = new BuildRefusal.Unwise(new Warning.WouldNeverExecute(new Refusal.NoLimit(LIMIT)));
        BuildRequest vote = new BuildRequest.CastVotes(ALICE, 1, Vote.APPROVE, Array.of(BOB), BuildOptions.DEFAULT);
        assertEquals(ErrorCode.WOULD_NEVER_EXECUTE, BuildFailures.of(vote, refusal).code());
        assertEquals(Option.some("unknown_limit"), BuildFailures.of(vote, refusal).facts().get("refusal"));
    }

    @Test
    void everyLeaverIsToldWithTheirLimits() {
        Failure failure = BuildFailures.of(new BuildRefusal.LeaversHoldLimits(
                LinkedHashMap.of(ALICE, Array.of(LIMIT), BOB, Array.of(LIMIT))));
        assertEquals(2, failure.problems().size());
        assertEquals(Option.some(LIMIT.toString()), failure.facts().get("spending_limits"));
        assertEquals(
                Option.some("Repeat the call with revoke_limits=true to remove these limits in the same change, or with"
                        + " keep_limits=true to leave them as they are."),
                failure.remedy());
    }

    @Test
    void strangersAndTheVotesThatAreMissingAreToldAtOnce() {
        Failure failure = BuildFailures.of(new BuildRefusal.SignersInsufficient(Array.of(
                new RoleProblem.NotSigners(Array.of(ALICE)), new RoleProblem.TooFewVoters(1, new Threshold(2)))));
        assertEquals(ErrorCode.NOT_A_SIGNER, failure.code());
        assertEquals(ALICE + " is no signer of the account.", failure.message());
        assertEquals("1 of them can vote, and the threshold is 2.", failure.problems().get(1).message());
    }

    private static Told told(String field, BuildRefusal refusal, int status, ErrorCode code, String... facts) {
        return Told.at(field, refusal, BuildFailures.of(refusal), status, code, facts);
    }

    private static Told roles(RoleProblem problem, ErrorCode code, String... facts) {
        return told("transaction_signers", new BuildRefusal.SignersInsufficient(Array.of(problem)), 422, code, facts);
    }
}
