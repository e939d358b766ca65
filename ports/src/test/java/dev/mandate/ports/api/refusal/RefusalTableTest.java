package dev.mandate.ports.api.refusal;

import static dev.mandate.ports.api.refusal.ErrorCode.*;
import static dev.mandate.ports.api.refusal.RefusalRow.row;
import static dev.mandate.ports.api.refusal.Subject.Argument.*;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.mandate.domain.access.ApiKeyId;
import dev.mandate.domain.account.AdminControl;
import dev.mandate.domain.account.Permission;
import dev.mandate.domain.account.Permissions;
import dev.mandate.domain.account.SettingsProblem;
import dev.mandate.domain.account.SettingsRefusal;
import dev.mandate.domain.account.Signer;
import dev.mandate.domain.account.SignerRefusal;
import dev.mandate.domain.account.Threshold;
import dev.mandate.domain.account.TimeLock;
import dev.mandate.domain.authority.IdentityRefusal;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Blockhash;
import dev.mandate.domain.chain.Bytes32;
import dev.mandate.domain.chain.ChainClock;
import dev.mandate.domain.chain.InstructionFailure;
import dev.mandate.domain.chain.SettingsAddress;
import dev.mandate.domain.chain.Signature;
import dev.mandate.domain.chain.TransactionFailure;
import dev.mandate.domain.enginelimit.ClockReading;
import dev.mandate.domain.enginelimit.Ending;
import dev.mandate.domain.enginelimit.EngineLimitRefusal;
import dev.mandate.domain.filter.FilterId;
import dev.mandate.domain.filter.PolicyReason;
import dev.mandate.domain.intent.IntentNonce;
import dev.mandate.domain.intent.IntentRefusal;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.domain.review.GiveawayWarning;
import dev.mandate.domain.review.GrantedRole.Role;
import dev.mandate.domain.review.ReviewFinding;
import dev.mandate.domain.review.VoteProblem;
import dev.mandate.domain.smartaccount.Refusal;
import dev.mandate.domain.smartaccount.Warning;
import dev.mandate.domain.spending.LimitProblem;
import dev.mandate.domain.spending.SpendingRefusal;
import dev.mandate.domain.transaction.Ballot;
import dev.mandate.domain.transaction.Proposal;
import dev.mandate.domain.transaction.ProposalRefusal.Step;
import dev.mandate.domain.transaction.ProposalRefusal;
import dev.mandate.domain.transaction.RoleProblem;
import dev.mandate.domain.transaction.Vote;
import dev.mandate.ports.api.access.KeyRefused;
import dev.mandate.ports.api.authority.AuthorityRefusal;
import dev.mandate.ports.spi.chain.ChainFault;
import dev.mandate.ports.api.custody.BuildRefusal.FitsList;
import dev.mandate.ports.api.custody.BuildRefusal;
import dev.mandate.ports.api.custody.LimitUseRefusal;
import dev.mandate.ports.api.custody.PlanRefusal;
import dev.mandate.ports.api.custody.Submission;
import dev.mandate.ports.api.custody.SubmissionId;
import dev.mandate.ports.api.custody.SubmissionRefusal;
import dev.mandate.ports.spi.keys.ApprovalProblem;
import dev.mandate.ports.spi.keys.VaultFault;
import dev.mandate.ports.api.passkey.PasskeyRefusal;
import dev.mandate.ports.spi.program.LayoutProblem;
import dev.mandate.ports.spi.program.TokenObstacle;
import dev.mandate.ports.api.tenant.CreationRefusal;
import dev.mandate.ports.api.tenant.ImportRefusal;
import dev.mandate.ports.api.tenant.FilterRefusal;
import dev.mandate.ports.api.tenant.NonceRefusal;
import io.vavr.collection.Array;
import io.vavr.collection.LinkedHashMap;
import io.vavr.control.Option;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Every refusal with its code, field and facts. */
final class RefusalTableTest {

    static final Address ALICE = address("Alice");
    static final Address BOB = address("Bob");
    static final Address LIMIT = address("limit");
    static final UnixTime NOON = new UnixTime(1_795_176_000);

    private static final ApiKeyId KEY = new ApiKeyId("key_0123456789abcdef");

    private static Stream<RefusalRow> rules() {
        return Stream.of(
                row(REQUEST, ACCOUNT_EXISTS, new Refusal.AccountExists()),
                row(REQUEST, UNKNOWN_ACCOUNT, new Refusal.NoAccount()),
                row(THRESHOLD, THRESHOLD_EXCEEDS_VOTERS,
                        new Refusal.BadAccount(Array.of(new SettingsProblem.ThresholdExceedsVoters(new Threshold(4), 3))),
                        "threshold=4", "voters=3"),
                row(TRANSACTION_SIGNERS, NOT_A_SIGNER, new Refusal.NotAllowed(new SignerRefusal.NotASigner(ALICE)), "address=" + ALICE),
                row(TRANSACTION_SIGNERS, PERMISSION_MISSING,
                        new Refusal.NotAllowed(new SignerRefusal.PermissionMissing(
                                new Signer(ALICE, Permissions.of(Permission.CAN_VOTE)),
                                Array.of(Permission.CAN_INITIATE, Permission.CAN_EXECUTE))),
                        "permissions=CAN_VOTE", "one_of=CAN_INITIATE, CAN_EXECUTE"),
                row(REQUEST, UNKNOWN_TRANSACTION, new Refusal.NoTransaction(7), "transaction_index=7"),
                row(REQUEST, NOT_PROPOSED, new Refusal.NoProposal(7), "transaction_index=7"),
                row(REQUEST, PROPOSAL_EXISTS, new Refusal.ProposalExists(7), "transaction_index=7"),
                row(REQUEST, UNKNOWN_TRANSACTION, new Refusal.IndexAhead(7, 6), "transaction_index=7", "newest_transaction_index=6"),
                row(REQUEST, NOT_CLOSABLE, new Refusal.NotClosable(7, 2), "stale_transaction_index=2"),
                row(REQUEST, NO_RENT_COLLECTOR, new Refusal.NoRentCollector()),
                row(REQUEST, WRONG_RENT_COLLECTOR, new Refusal.WrongRentCollector(ALICE, BOB), "rent_collector=" + BOB),
                row(REQUEST, LIMIT_EXISTS, new Refusal.LimitExists(LIMIT), "spending_limit_address=" + LIMIT),
                row(REQUEST, UNKNOWN_LIMIT, new Refusal.NoLimit(LIMIT), "spending_limit_address=" + LIMIT),
                row(AUTHORITY, ADMIN_CONTROLS_SETTINGS, new SettingsRefusal.HeldByAdmin(ALICE), "admin_address=" + ALICE),
                row(REQUEST, NOTHING_TO_CHANGE, new SettingsRefusal.NothingToChange()),
                row(AUTHORITY, NO_ADMIN, new SettingsRefusal.NotTheAdmin(ALICE, new AdminControl.None())),
                row(TRANSACTION_SIGNERS, NOT_THE_ADMIN, new SettingsRefusal.NotTheAdmin(ALICE, new AdminControl.HeldBy(BOB)),
                        "admin_address=" + BOB),
                row(SIGNERS, ALREADY_A_SIGNER, new SettingsRefusal.AlreadyASigner(ALICE), "signer=" + ALICE),
                row(LEAVING_SIGNER, NO_SUCH_SIGNER, new SettingsRefusal.NoSuchSigner(ALICE), "signer=" + ALICE),
                row(LEAVING_SIGNER, LAST_SIGNER, new SettingsRefusal.LastSigner(ALICE), "signer=" + ALICE),
                row(SIGNERS, TOO_MANY_SIGNERS, new SettingsProblem.TooManySigners(65_536, 65_535), "limit=65535"),
                row(SIGNERS, DUPLICATE_SIGNER, new SettingsProblem.DuplicateSigner(ALICE), "duplicates=" + ALICE),
                row(SIGNERS, UNKNOWN_PERMISSION, new SettingsProblem.UnknownPermission(ALICE, new Permissions(9)),
                        "unknown_permissions_of=" + ALICE),
                row(SIGNERS, NO_PROPOSER, new SettingsProblem.NoProposer()),
                row(SIGNERS, NO_EXECUTOR, new SettingsProblem.NoExecutor()),
                row(SIGNERS, NO_VOTER, new SettingsProblem.NoVoter()),
                row(THRESHOLD, THRESHOLD_ZERO, new SettingsProblem.ThresholdZero(), "threshold=0"),
                row(THRESHOLD, THRESHOLD_EXCEEDS_VOTERS, new SettingsProblem.ThresholdExceedsVoters(new Threshold(2), 1), "voters=1"),
                row(TIME_LOCK, TIME_LOCK_TOO_LONG, new SettingsProblem.TimeLockTooLong(new TimeLock(7_776_001), 7_776_000),
                        "time_lock=7776001", "limit_seconds=7776000"),
                row(REQUEST, TRANSACTION_STATE, new ProposalRefusal.WrongState(Step.EXECUTE, new Proposal.Rejected(NOON, Ballot.EMPTY)),
                        "transaction_index=7", "status=rejected", "step=execute", "since=2026-11-20T12:00:00Z"),
                row(REQUEST, TRANSACTION_STALE, new ProposalRefusal.Stale(7, 9), "stale_transaction_index=9"),
                row(TRANSACTION_SIGNERS, ALREADY_VOTED, new ProposalRefusal.AlreadyVoted(ALICE, Vote.REJECT), "vote=reject"),
                row(REQUEST, TIME_LOCKED, new ProposalRefusal.TimeLocked(NOON, new TimeLock(3600), NOON.plusSeconds(3600)),
                        "approved_at=2026-11-20T12:00:00Z", "time_lock=3600", "executable_at=2026-11-20T13:00:00Z"),
                row(LIMIT_SIGNER, NOT_ENTITLED, new SpendingRefusal.NotEntitled(BOB, Array.of(ALICE)), "spending_limit_signers=" + ALICE),
                row(DESTINATION, DESTINATION_NOT_ALLOWED, new SpendingRefusal.DestinationNotAllowed(BOB, Array.of(ALICE)),
                        "destinations=" + ALICE),
                row(AMOUNT, LIMIT_EXCEEDED, new SpendingRefusal.Exceeded(BaseUnits.MAX, BaseUnits.of(5), Option.some(NOON)),
                        "asked=18446744073709551615", "remaining_amount=5", "whole_again_at=2026-11-20T12:00:00Z"),
                row(AMOUNT, AMOUNT_ZERO, new LimitProblem.AmountZero()),
                row(LIMIT_SIGNERS, NO_LIMIT_SIGNERS, new LimitProblem.NoSigners()),
                row(LIMIT_SIGNERS, DUPLICATE_SIGNER, new LimitProblem.DuplicateSigner(ALICE), "duplicates=" + ALICE),
                row(AMOUNT, AMOUNT_ZERO, new Warning.SpendsNothing(ALICE)),
                row(REQUEST, WOULD_ORPHAN, new Warning.WouldOrphan(7), "transaction_index=7"),
                row(REQUEST, CONTENT_OPAQUE, new Warning.ContentOpaque(7, "a batch"), "transaction_index=7", "reason=a batch"),
                row(SIGNERS, WOULD_NEVER_EXECUTE,
                        new Warning.WouldNeverExecute(new Refusal.SettingsRefused(new SettingsRefusal.AlreadyASigner(ALICE))),
                        "refusal=already_a_signer", "signer=" + ALICE),
                row(SIGNERS, AMBIGUOUS_REMOVAL, new Warning.AmbiguousRemoval(ALICE), "signer=" + ALICE));
    }

    private static Stream<RefusalRow> builds() {
        return Stream.of(
                row(REQUEST, CHAIN_UNREACHABLE, new BuildRefusal.ChainSilent(new ChainFault.Unreachable("node-secret"))),
                row(REQUEST, CHAIN_UNREACHABLE, new BuildRefusal.ChainSilent(new ChainFault.Behind("node-secret"))),
                row(REQUEST, CHAIN_UNREACHABLE, new BuildRefusal.ChainSilent(new ChainFault.WrongNetwork("node-secret"))),
                row(REQUEST, NODES_DISAGREE, new BuildRefusal.ChainSilent(new ChainFault.NodesDisagree())),
                row(REQUEST, NODE_CALL_BUDGET_EXCEEDED, new BuildRefusal.ChainSilent(new ChainFault.BudgetExceeded(60)), "budget=60"),
                row(REQUEST, NODES_MISSING, new BuildRefusal.ChainSilent(new ChainFault.NodesMissing(2, 1))),
                row(REQUEST, CLOCKS_DISAGREE, new BuildRefusal.ClocksDisagree(
                                new ClockReading(new ChainClock(NOON, NOON.plusSeconds(1)), NOON.plusSeconds(400))),
                        "chain_time=2026-11-20T12:00:00Z", "server_time=2026-11-20T12:06:40Z"),
                row(REQUEST, CHAIN_BUSY, new BuildRefusal.ChainSilent(new ChainFault.RateLimited())),
                row(REQUEST, CHAIN_BAD_ANSWER, new BuildRefusal.ChainSilent(new ChainFault.BadAnswer("node-secret"))),
                row(REQUEST, UNKNOWN_ACCOUNT, new BuildRefusal.UnknownAccount(ALICE), "smart_account_address=" + ALICE),
                row(REQUEST, NOT_ON_CHAIN, new BuildRefusal.NotOnChain(ALICE), "address=" + ALICE),
                row(REQUEST, ACCOUNT_EXISTS, new BuildRefusal.AccountExists(ALICE), "smart_account_address=" + ALICE),
                row(REQUEST, ACCOUNT_UNREADABLE, new BuildRefusal.UnexpectedAccount(ALICE, new LayoutProblem.ForeignOwner(BOB)),
                        "address=" + ALICE, "owner=" + BOB),
                row(REQUEST, ACCOUNT_UNREADABLE, new BuildRefusal.UnexpectedAccount(ALICE, new LayoutProblem.OfAnotherAccount(new SettingsAddress(BOB))),
                        "address=" + ALICE, "settings=" + BOB),
                row(REQUEST, ACCOUNT_UNREADABLE, new BuildRefusal.UnexpectedAccount(ALICE, new LayoutProblem.UnknownKind(Bytes.ofHex("0a0b"))),
                        "address=" + ALICE, "kind=0a0b"),
                row(REQUEST, ACCOUNT_UNREADABLE, new BuildRefusal.UnexpectedAccount(ALICE, new LayoutProblem.Unreadable("node-secret")),
                        "address=" + ALICE),
                row(REQUEST, NOT_PROPOSED, new BuildRefusal.Forbidden(new Refusal.NoProposal(3)), "transaction_index=3"),
                row(REQUEST, WOULD_ORPHAN, new BuildRefusal.Unwise(new Warning.WouldOrphan(3)), "transaction_index=3"),
                row(TRANSACTION_SIGNERS, NOT_A_SIGNER, new RoleProblem.NotSigners(Array.of(ALICE, BOB)), "strangers=" + ALICE + ", " + BOB),
                row(TRANSACTION_SIGNERS, SIGNERS_INSUFFICIENT, new RoleProblem.NobodyProposes(), "missing=CAN_INITIATE"),
                row(TRANSACTION_SIGNERS, SIGNERS_INSUFFICIENT, new RoleProblem.TooFewVoters(1, new Threshold(2)),
                        "voters=1", "threshold=2"),
                row(TRANSACTION_SIGNERS, SIGNERS_INSUFFICIENT, new RoleProblem.NobodyExecutes(), "missing=CAN_EXECUTE"),
                row(REQUEST, NOT_OFFERED, new BuildRefusal.NoVault()),
                row(AUTHORITY, ADMIN_NOT_OUTSIDE, new BuildRefusal.AdminNotOutside(ALICE), "admin_address=" + ALICE),
                row(REQUEST, POLICY_SIGNER_PRESENT, new BuildRefusal.PolicySignerPresent(Array.of(ALICE)), "policy_signers=" + ALICE),
                row(REQUEST, POLICY_SIGNER_ABSENT, new BuildRefusal.PolicySignerAbsent(ALICE)),
                row(REQUEST, TOO_MANY_SIGNERS, new BuildRefusal.NoRoomForPolicySigner(65, 64), "signers=65", "limit=64"),
                row(EXPIRATION, EXPIRATION_PAST, new BuildRefusal.LimitExpired(NOON), "expiration=2026-11-20T12:00:00Z"),
                row(REQUEST, KEY_VAULT_UNAVAILABLE, new BuildRefusal.VaultSilent(new VaultFault.Unavailable("no answer"))),
                row(AUTHORITY, NO_ADMIN, new BuildRefusal.NoAdmin(ALICE)),
                row(AUTHORITY, ADMIN_CANNOT_SIGN, new BuildRefusal.AdminCannotSign(ALICE), "admin_address=" + ALICE),
                row(ADMIN_ADDRESS, ADMIN_CANNOT_BE_ADDED, new BuildRefusal.AdminCannotBeAdded(ALICE)),
                row(REQUEST, NOT_OFFERED, new BuildRefusal.NoOperator()),
                row(SIGNERS, SIGNER_HOLDS_LIMITS, new BuildRefusal.LeaversHoldLimits(LinkedHashMap.of(ALICE, Array.of(LIMIT))),
                        "signers=" + ALICE, "spending_limits=" + LIMIT),
                row(REQUEST, MUST_BE_TWO_CHANGES, new BuildRefusal.MustBeTwoChanges()),
                row(REQUEST, UNKNOWN_TRANSACTION, new BuildRefusal.UnknownTransaction(-1)),
                row(CURSOR, BAD_CURSOR, new BuildRefusal.UnknownCursor()),
                row(TRANSACTION, BAD_TRANSACTION, new BuildRefusal.BadTransaction("9 bytes too many")),
                row(TRANSACTION, NOTHING_TO_PREPARE, new BuildRefusal.NothingToPrepare()),
                row(TRANSACTION, INSTRUCTION_UNREADABLE, new BuildRefusal.InstructionUnreadable(2, "a byte too many"),
                        "instruction=2", "reason=a byte too many"),
                row(REQUEST, NO_KEY_FOR, new BuildRefusal.NoKeyFor(ALICE), "address=" + ALICE),
                row(ADMIN_ADDRESS, CANNOT_SIGN, new BuildRefusal.Reviewed(new ReviewFinding.CannotSign(Role.ADMIN, ALICE)), "address=" + ALICE),
                row(NONCE_ACCOUNT, CANNOT_SIGN, new BuildRefusal.Reviewed(new ReviewFinding.CannotSign(Role.NONCE_AUTHORITY, ALICE)), "address=" + ALICE),
                row(TRANSACTION, NO_KEY_FOR, new BuildRefusal.KeylessInside(ALICE), "address=" + ALICE),
                row(TRANSACTION, WRITES_OWN_PROPOSAL, new BuildRefusal.WritesOwnProposal(ALICE), "proposal=" + ALICE),
                row(TRANSACTION, ACCOUNT_DOES_NOT_SIGN, new BuildRefusal.AccountDoesNotSign(ALICE)),
                row(TRANSACTION, INSTRUCTIONS_TOO_LONG, new BuildRefusal.InstructionsTooLong(1050, 1050), "bytes=1050", "limit=1050"),
                row(REQUEST, DOES_NOT_FIT, new BuildRefusal.DoesNotFit(1233, 1232, Option.none()), "bytes=1233", "limit=1232"),
                row(REQUEST, DOES_NOT_FIT, new BuildRefusal.DoesNotFit(1233, 1232, Option.some(new FitsList(FitsList.Kind.SIGNERS, 40, 24))),
                        "bytes=1233", "limit=1232", "fits=24"),
                row(NONCE_ACCOUNT, NONCE_CARRIES_ONE, new BuildRefusal.NonceCarriesOne(ALICE), "nonce_account=" + ALICE),
                row(NONCE_ACCOUNT, NONCE_NOT_ALLOWED, new BuildRefusal.Reviewed(new ReviewFinding.NonceNotAllowed(0, ALICE)), "nonce_account=" + ALICE),
                row(NONCE_ACCOUNT, NONCE_NOT_ALLOWED, new BuildRefusal.Reviewed(new ReviewFinding.NonceOfStranger(LIMIT, BOB)), "nonce_account=" + LIMIT, "authority=" + BOB),
                row(TRANSACTION, NONCE_NOT_ALLOWED, new BuildRefusal.NonceInside(2, ALICE), "instruction=2", "nonce_account=" + ALICE),
                row(TRANSACTION, PRIORITY_FEE_TOO_HIGH, new BuildRefusal.Reviewed(new ReviewFinding.PriorityFeeTooHigh(BaseUnits.of(7), BaseUnits.of(6))),
                        "priority_fee=7", "limit=6"),
                row(TRANSACTION, NEEDS_ACKNOWLEDGEMENT,
                        new BuildRefusal.Reviewed(new ReviewFinding.NeedsAcknowledgement(Array.of(
                                new GiveawayWarning(GiveawayWarning.Code.APPROVES_DELEGATE, 1, ALICE)))),
                        "warnings=approves_delegate"),
                row(TRANSACTION, TABLE_MISSING, new BuildRefusal.TableMissing(ALICE), "table=" + ALICE),
                row(TRANSACTION, TABLE_ENTRY_MISSING,
                        new BuildRefusal.UnexpectedAccount(ALICE, new LayoutProblem.MissingEntry(ALICE, 3, 2)), "table=" + ALICE, "index=3", "entries=2"),
                row(REQUEST, TABLE_DEACTIVATED, new BuildRefusal.TableDeactivated(ALICE), "table=" + ALICE),
                row(REQUEST, TOKENS_CANNOT_MOVE, new BuildRefusal.TokensCannotMove(ALICE, TokenObstacle.FROZEN),
                        "account=" + ALICE, "reason=frozen"),
                row(REQUEST, TOO_MANY_ACCOUNTS, new BuildRefusal.TooManyAccounts(65, 64), "accounts=65", "limit=64"),
                row(REQUEST, DOES_NOT_FIT, new BuildRefusal.TooManySigners(13, 12), "signers=13", "limit=12"),
                row(REQUEST, ACCOUNT_FROZEN, new BuildRefusal.AccountFrozen(ALICE, NOON, "a leak"),
                        "smart_account_address=" + ALICE, "frozen_at=2026-11-20T12:00:00Z", "why=a leak"),
                row(REQUEST, TOO_MANY_UNLANDED, new BuildRefusal.TooManyUnlanded(Option.some(ALICE), 16), "limit=16", "account=" + ALICE),
                row(REQUEST, TOO_MANY_UNLANDED, new BuildRefusal.TooManyUnlanded(Option.none(), 256), "limit=256"),
                row(REQUEST, DOES_NOT_FIT, new BuildRefusal.TooManyInstructions(65, 64), "instructions=65", "limit=64"),
                row(REQUEST, TOO_MANY_ACCOUNTS, new BuildRefusal.TooManyAccountsToExecute(30, 1233, 1232),
                        "accounts=30", "bytes=1233", "limit=1232"),
                row(REQUEST, TOO_MANY_BUFFERS, new BuildRefusal.BuffersExhausted(ALICE, 256), "signer=" + ALICE, "limit=256"),
                row(REQUEST, NOT_COMPILABLE, new BuildRefusal.NotCompilable("too many accounts")),
                row(TOKEN, NO_SUCH_MINT, new BuildRefusal.Reviewed(new ReviewFinding.NoSuchMint(ALICE)), "token_address=" + ALICE),
                row(REQUEST, LIMIT_DIFFERS, new BuildRefusal.Reviewed(new ReviewFinding.LimitDiffers(LIMIT)), "spending_limit_address=" + LIMIT),
                row(FEE_PAYER, PAYER_CANNOT_PAY, new BuildRefusal.PayerCannotSign(ALICE), "payer_address=" + ALICE),
                row(FEE_PAYER, PAYER_CANNOT_PAY, new BuildRefusal.Reviewed(new ReviewFinding.OperatorPays(ALICE)), "payer_address=" + ALICE),
                row(REQUEST, TRANSACTION_STALE,
                        new BuildRefusal.Several(Array.of(
                                new BuildRefusal.NotCovered(ALICE, BaseUnits.of(1), BaseUnits.MAX),
                                new BuildRefusal.Forbidden(new Refusal.ProposalRefused(3, new ProposalRefusal.Stale(3, 4))))),
                        "stale_transaction_index=4", "balance=1"),
                row(ADMIN_ADDRESS, FEE_PAYER_PROTECTED, new BuildRefusal.Reviewed(new ReviewFinding.OperatorAppointed(Role.ADMIN, ALICE)), "fee_payer=" + ALICE),
                row(SIGNERS, FEE_PAYER_PROTECTED, new BuildRefusal.Reviewed(new ReviewFinding.OperatorAppointed(Role.SIGNER, ALICE)), "fee_payer=" + ALICE),
                row(LIMIT_SIGNERS, FEE_PAYER_PROTECTED, new BuildRefusal.Reviewed(new ReviewFinding.OperatorAppointed(Role.SPENDER, ALICE)), "fee_payer=" + ALICE),
                row(SIGNERS, SIGNER_NEEDS_EXTERNAL_PROGRAM, new BuildRefusal.Reviewed(new ReviewFinding.SignerNeedsExternalProgram(ALICE)), "address=" + ALICE),
                row(REQUEST, FEE_PAYER_PROTECTED, new BuildRefusal.Reviewed(new ReviewFinding.OperatorSigns(ALICE)), "fee_payer=" + ALICE),
                row(TRANSACTION_SIGNERS, NOBODY_SIGNS, new BuildRefusal.NobodyPays()),
                row(TRANSACTION_SIGNERS, NOBODY_SIGNS, new BuildRefusal.NobodyVotes()),
                row(AMOUNT, NOT_COVERED, new BuildRefusal.NotCovered(ALICE, BaseUnits.of(1), BaseUnits.MAX),
                        "balance=1", "asked=18446744073709551615"),
                row(AMOUNT, BELOW_RENT_MINIMUM, new BuildRefusal.BelowRentMinimum(ALICE, BaseUnits.of(1), BaseUnits.of(890_880)),
                        "left=1", "minimum=890880"));
    }

    private static Stream<RefusalRow> tenants() {
        return Stream.of(
                row(REQUEST, NOT_ON_CHAIN, new CreationRefusal.NotBuilt(new BuildRefusal.NotOnChain(ALICE)), "address=" + ALICE),
                row(REQUEST, CREATION_QUOTA, new CreationRefusal.QuotaSpent(20, NOON.plusSeconds(60)),
                        "per_day=20", "free_again_at=2026-11-20T12:01:00Z"),
                row(REQUEST, CREATION_BUDGET_SPENT,
                        new CreationRefusal.BudgetSpent(BaseUnits.of(12_345), BaseUnits.of(12_340), BaseUnits.of(7), NOON.plusSeconds(60)),
                        "cost_lamports=7", "free_again_at=2026-11-20T12:01:00Z"),
                row(REQUEST, FEE_PAYER_LOW, new CreationRefusal.FeePayerLow(BaseUnits.of(5), BaseUnits.of(7)),
                        "balance_lamports=5", "cost_lamports=7"),
                row(IDEMPOTENCY_KEY, IDEMPOTENCY_KEY_REUSED, new CreationRefusal.KeyReused()),
                row(REQUEST, UNKNOWN_ACCOUNT, new SubmissionRefusal.NotAsked(new BuildRefusal.UnknownAccount(ALICE)),
                        "smart_account_address=" + ALICE),
                row(TRANSACTION, BAD_TRANSACTION, new SubmissionRefusal.BadTransaction("1 byte is left")),
                row(TRANSACTION, FOREIGN_INSTRUCTION, new SubmissionRefusal.Reviewed(new ReviewFinding.ForeignInstruction(1, ALICE)),
                        "instruction=1", "program=" + ALICE),
                row(TRANSACTION, NONCE_NOT_ALLOWED, new SubmissionRefusal.Reviewed(new ReviewFinding.NonceNotAllowed(1, ALICE)),
                        "instruction=1", "nonce_account=" + ALICE),
                row(TRANSACTION, PRIORITY_FEE_TOO_HIGH, new SubmissionRefusal.Reviewed(new ReviewFinding.PriorityFeeTooHigh(BaseUnits.of(7), BaseUnits.of(6))),
                        "priority_fee=7", "limit=6"),
                row(TRANSACTION, CANNOT_SIGN, new SubmissionRefusal.Reviewed(new ReviewFinding.CannotSign(Role.SIGNER, ALICE)), "address=" + ALICE),
                row(TRANSACTION, NOTHING_ON_ACCOUNT, new SubmissionRefusal.Reviewed(new ReviewFinding.NothingOnAccount())),
                row(TRANSACTION, NOT_PROPOSED_YET, new SubmissionRefusal.Reviewed(new ReviewFinding.VoteRefused(new VoteProblem.NotProposedYet(ALICE))), "proposal=" + ALICE),
                row(TRANSACTION, ANOTHER_PROPOSED, new SubmissionRefusal.Reviewed(new ReviewFinding.VoteRefused(new VoteProblem.AnotherProposed(7))), "transaction_index=7"),
                row(TRANSACTION, BLOCKHASH_EXPIRED, new SubmissionRefusal.BlockhashExpired(new Blockhash(Bytes32.ZERO)),
                        "blockhash=11111111111111111111111111111111"),
                row(REQUEST, SIMULATION_FAILED,
                        new SubmissionRefusal.WouldFail(
                                new TransactionFailure.InstructionFailed(2, new InstructionFailure.Custom(6021)), ALICE, Array.empty()),
                        "chain_error=time_lock_not_released", "instruction=2"),
                row(TRANSACTION, VOTE_NAMES_NOTHING, new SubmissionRefusal.Reviewed(new ReviewFinding.VoteRefused(new VoteProblem.VoteNamesNothing(ALICE))), "proposal=" + ALICE),
                row(TRANSACTION, CONTENT_OPAQUE, new SubmissionRefusal.Reviewed(new ReviewFinding.VoteRefused(new VoteProblem.ContentOpaque(ALICE, "a batch"))),
                        "content=" + ALICE, "reason=a batch"),
                row(TRANSACTION, SIGNATURES_MISSING, new SubmissionRefusal.SignaturesMissing(Array.of(ALICE)), "signers=" + ALICE),
                row(TRANSACTION, SIGNATURE_INVALID, new SubmissionRefusal.SignatureInvalid(ALICE), "signer=" + ALICE),
                row(new Subject.Signature(1), SIGNATURE_INVALID, new SubmissionRefusal.GivenSignatureInvalid(1, ALICE),
                        "signer=" + ALICE),
                row(new Subject.Signature(2), SIGNATURE_FITS_NOBODY, new SubmissionRefusal.SignatureFitsNobody(2, Option.none())),
                row(new Subject.Signature(2), SIGNATURE_FITS_NOBODY, new SubmissionRefusal.SignatureFitsNobody(2, Option.some(ALICE)), "signer=" + ALICE),
                row(new Subject.Signature(0), NO_MANAGED_SIGNER,
                        new SubmissionRefusal.ApprovalRefused(0, ApprovalProblem.NO_MANAGED_SIGNER)),
                row(new Subject.Signature(1), APPROVAL_INVALID,
                        new SubmissionRefusal.ApprovalRefused(1, ApprovalProblem.NOT_BY_AUTHORITY)),
                row(new Subject.Signature(1), PAYLOAD_EXPIRED,
                        new SubmissionRefusal.ApprovalRefused(1, ApprovalProblem.PAYLOAD_EXPIRED)),
                row(new Subject.Signature(1), SESSION_ENDED,
                        new SubmissionRefusal.ApprovalRefused(1, ApprovalProblem.SESSION_ENDED)),
                row(new Subject.Signature(1), DUPLICATE_SIGNER,
                        new SubmissionRefusal.ApprovalRefused(1, ApprovalProblem.SIGNER_HAS_APPROVAL)),
                row(TRANSACTION, LIMIT_NOT_RESERVED,
                        new SubmissionRefusal.LimitNotUsed(BOB, new EngineLimitRefusal.NotReserved()), "spending_limit_address=" + BOB),
                row(TRANSACTION, LIMIT_NOT_RESERVED, new SubmissionRefusal.LimitUseUnrecorded(BOB, new EngineLimitRefusal.NotReserved()), "spending_limit_address=" + BOB),
                row(REQUEST, KEY_VAULT_UNAVAILABLE, new SubmissionRefusal.VaultSilent(new VaultFault.Unavailable("no answer"))),
                row(TRANSACTION, PAYER_CANNOT_PAY, new SubmissionRefusal.Reviewed(new ReviewFinding.OperatorPays(ALICE)), "payer_address=" + ALICE),
                row(TRANSACTION, FEE_PAYER_PROTECTED, new SubmissionRefusal.Reviewed(new ReviewFinding.OperatorAppointed(Role.SIGNER, ALICE)), "fee_payer=" + ALICE),
                row(TRANSACTION, BAD_TRANSACTION,
                        new SubmissionRefusal.Several(Array.of(
                                new SubmissionRefusal.Reviewed(new ReviewFinding.OperatorPays(ALICE)), new SubmissionRefusal.BadTransaction("9 bytes too many"))),
                        "payer_address=" + ALICE),
                row(REQUEST, TOO_MANY_SUBMISSIONS, new SubmissionRefusal.TooManyOpen(1_000), "submissions=1000"),
                row(REQUEST, HISTORY_INCOMPLETE, new SubmissionRefusal.HistoryIncomplete()),
                row(IDEMPOTENCY_KEY, IDEMPOTENCY_KEY_REUSED, new SubmissionRefusal.KeyReused()),
                row(API_KEY, UNAUTHENTICATED, new KeyRefused.Unknown()),
                row(API_KEY, API_KEY_ENDED, new KeyRefused.Ended(KEY, NOON),
                        "api_key=key_0123456789abcdef", "ended_at=2026-11-20T12:00:00Z"),
                row(IDEMPOTENCY_KEY, IDEMPOTENCY_KEY_REUSED, new ImportRefusal.KeyReused()),
                row(SETTINGS_ADDRESS, SETTINGS_UNKNOWN, new ImportRefusal.SettingsUnknown(ALICE), "smart_account_address=" + ALICE),
                row(REQUEST, OTHER_PROGRAM, new ImportRefusal.OtherProgram(BOB), "program=" + BOB),
                row(SETTINGS_ADDRESS, NOT_ON_CHAIN, new ImportRefusal.NotRead(new BuildRefusal.NotOnChain(ALICE)), "address=" + ALICE));
    }

    private static Stream<RefusalRow> intents() {
        return Stream.of(
                row(new Subject.IntentValue("amount"), INTENT_MISMATCH, new IntentRefusal.Mismatch(Array.of("amount"))),
                row(INTENT_EXPIRY, INTENT_EXPIRED, new IntentRefusal.Expired(NOON, NOON.plusSeconds(1)), "expires_at=2026-11-20T12:00:00Z"),
                row(INTENT_EXPIRY, OUT_OF_RANGE, new IntentRefusal.ExpiresTooLate(NOON.plusSeconds(1), NOON), "latest=2026-11-20T12:00:00Z"),
                row(new Subject.IntentSignature(2), SIGNATURE_INVALID, new IntentRefusal.SignatureInvalid(2, BOB), "signer=" + BOB),
                row(new Subject.IntentSignature(2), SESSION_ENDED, new IntentRefusal.SessionOver(2)),
                row(
                        INTENT_SIGNATURES, INTENT_NOT_AUTHORIZED,
                        new IntentRefusal.BelowThreshold(Array.of(BOB), 1, 2, Option.some(ALICE)),
                        "votes=1", "threshold=2", "signed=" + BOB, "admin_address=" + ALICE),
                row(
                        INTENT_SIGNATURES, INTENT_NOT_AUTHORIZED,
                        new IntentRefusal.NotEntitled(Array.of(BOB), Array.of(ALICE)), "signed=" + BOB, "entitled=" + ALICE),
                row(INTENT_NONCE, INTENT_SPENT, new IntentRefusal.Spent(new IntentNonce("00".repeat(16)))),
                row(INTENT_EXPIRY, INTENT_SPENT, new IntentRefusal.MayBeSpent(NOON, NOON), "after=" + NOON),
                row(INTENT_NONCE, INTENT_SPENT, new NonceRefusal.ByIntent(new IntentRefusal.Spent(new IntentNonce("00".repeat(16))))),
                row(REQUEST, UNKNOWN_ACCOUNT, new NonceRefusal.NotRead(new BuildRefusal.UnknownAccount(ALICE)), "smart_account_address=" + ALICE),
                row(NONCE_ACCOUNT, NOT_ON_CHAIN, new NonceRefusal.Unfit(new BuildRefusal.NotOnChain(ALICE)), "address=" + ALICE),
                row(NONCE_ACCOUNT, TOO_LONG, new NonceRefusal.TooMany(32), "limit=32"),
                row(NONCE_ACCOUNT, UNKNOWN_NONCE_ACCOUNT, new NonceRefusal.NotAllowed(ALICE), "nonce_account=" + ALICE),
                row(IDEMPOTENCY_KEY, IDEMPOTENCY_KEY_REUSED, new NonceRefusal.KeyReused()),
                row(INTENT_NONCE, INTENT_SPENT, new FilterRefusal.ByIntent(new IntentRefusal.Spent(new IntentNonce("00".repeat(16))))),
                row(REQUEST, UNKNOWN_ACCOUNT, new FilterRefusal.NotRead(new BuildRefusal.UnknownAccount(ALICE)), "smart_account_address=" + ALICE),
                row(
                        FILTERS, FILTER_NEVER_APPLIES,
                        new FilterRefusal.UnknownInstruction(new FilterId("one"), "transfers"), "filter=one", "instruction=transfers"),
                row(
                        FILTERS, FILTER_NEVER_APPLIES,
                        new FilterRefusal.UnknownRole(new FilterId("one"), "receiver"), "filter=one", "role=receiver"),
                row(EXPECTED_VERSION, VERSION_MOVED, new FilterRefusal.VersionMoved(1, 2), "expected=1", "actual=2"),
                row(IDEMPOTENCY_KEY, IDEMPOTENCY_KEY_REUSED, new FilterRefusal.KeyReused()),
                row(
                        REQUEST, POLICY_VETO,
                        new BuildRefusal.PolicyVeto(Array.of(new PolicyReason("suppliers", "a receiver is not listed"))),
                        "rule=suppliers", "reason=a receiver is not listed"));
    }

    private static Stream<RefusalRow> passkeys() {
        return Stream.of(
                row(AUTHENTICATOR_RESPONSE, PASSKEY_INVALID, new PasskeyRefusal.BadResponse("the user was not present"), "reason=the user was not present"),
                row(PASSKEY, PASSKEY_INVALID, new PasskeyRefusal.BadKey("it is too long"), "reason=it is too long"),
                row(AUTHENTICATOR_RESPONSE, PASSKEY_CHALLENGE_ENDED, new PasskeyRefusal.ChallengeEnded()),
                row(AUTHENTICATOR_RESPONSE, PASSKEY_UNKNOWN, new PasskeyRefusal.UnknownPasskey()),
                row(AUTHENTICATOR_RESPONSE, PASSKEY_REGISTERED, new PasskeyRefusal.AlreadyRegistered()),
                row(AUTHENTICATOR_RESPONSE, PASSKEY_COUNTER_BEHIND, new PasskeyRefusal.CounterBehind(6, 5), "last=6", "given=5"));
    }

    private static final SubmissionId SUBMISSION = new SubmissionId("sub_0123456789abcdef0123456789abcdef");

    private static Stream<RefusalRow> plans() {
        return Stream.of(
                row(TRANSACTION, BAD_TRANSACTION,
                        new PlanRefusal.NotTaken(Array.empty(), new SubmissionRefusal.BadTransaction("1 byte is left")), "landed=0"),
                row(REQUEST, CONFIRMATION_PENDING, notLanded(new Submission.State.Built())),
                row(REQUEST, CONFIRMATION_PENDING, notLanded(new Submission.State.Signed())),
                row(REQUEST, CONFIRMATION_PENDING, notLanded(new Submission.State.Sent())),
                row(REQUEST, CONFIRMATION_PENDING, notLanded(new Submission.State.Unknown()), "submission_id=" + SUBMISSION),
                row(REQUEST, TRANSACTION_EXPIRED, notLanded(new Submission.State.Expired()), "landed=1"),
                row(REQUEST, TRANSACTION_FAILED,
                        notLanded(new Submission.State.Failed(
                                new TransactionFailure.InstructionFailed(2, new InstructionFailure.Custom(6021)))),
                        "chain_error=time_lock_not_released"));
    }

    private static PlanRefusal notLanded(Submission.State state) {
        return new PlanRefusal.NotLanded(Array.of(submission(new Submission.State.Confirmed(9))), submission(state));
    }

    private static Submission submission(Submission.State state) {
        return new Submission(SUBMISSION, ALICE, Signature.EMPTY, Bytes.EMPTY, state, Option.none(), NOON);
    }

    private static Stream<RefusalRow> authorities() {
        return Stream.of(
                row(ONE_TIME_CODE, WRONG_CODE, new AuthorityRefusal.WrongCode(2), "attempts_left=2"),
                row(RECIPIENT_KEY, BAD_PUBLIC_KEY, new AuthorityRefusal.BadRecipient("off the curve"), "reason=off the curve"),
                row(EXPIRATION, SESSION_TOO_LONG, new AuthorityRefusal.SessionLength(86_401, 86_400),
                        "seconds=86401", "max_seconds=86400"),
                row(SIGNED_REQUEST, SESSION_SIGNATURE_INVALID, new AuthorityRefusal.NotSigned()),
                row(IDEMPOTENCY_KEY, IDEMPOTENCY_KEY_REUSED, new AuthorityRefusal.KeyReused()),
                row(REQUEST, KEY_VAULT_UNAVAILABLE, new AuthorityRefusal.VaultSilent(new VaultFault.Unavailable("no answer"))),
                row(REQUEST, CREATION_QUOTA,
                        new AuthorityRefusal.NotCreated(new CreationRefusal.QuotaSpent(3, NOON.plusSeconds(60)), NOON.plusSeconds(90)),
                        "per_day=3"),
                row(EMAIL, TOO_MANY_CODES,
                        new AuthorityRefusal.ByRule(new IdentityRefusal.TooManyStarts(5, 3_600, NOON.plusSeconds(60))),
                        "limit=5", "seconds=3600"),
                row(ONE_TIME_CODE, TOO_MANY_WRONG_CODES,
                        new AuthorityRefusal.ByRule(new IdentityRefusal.TooManyWrongCodes(60, 86_400, NOON.plusSeconds(60))),
                        "limit=60", "seconds=86400"),
                row(ONE_TIME_CODE, CHALLENGE_EXPIRED, new AuthorityRefusal.ByRule(new IdentityRefusal.NoChallenge())),
                row(ONE_TIME_CODE, CHALLENGE_SPENT, new AuthorityRefusal.ByRule(new IdentityRefusal.Spent())),
                row(SIGNED_REQUEST, SESSION_ENDED, new AuthorityRefusal.ByRule(new IdentityRefusal.SessionOver())),
                row(SIGNED_REQUEST, SIGN_IN_REQUIRED, new AuthorityRefusal.ByRule(new IdentityRefusal.CodeTooOld(NOON, 2_592_000)),
                        "seconds=2592000", "code_at=2026-11-20T12:00:00Z"),
                row(SIGNED_REQUEST, REQUEST_EXPIRED, new AuthorityRefusal.ByRule(new IdentityRefusal.RequestOver(NOON)),
                        "until=2026-11-20T12:00:00Z"));
    }

    private static Stream<RefusalRow> limitUses() {
        return Stream.of(
                row(REQUEST, KEY_VAULT_UNAVAILABLE,
                        new LimitUseRefusal.NotBuilt(new BuildRefusal.VaultSilent(new VaultFault.Unavailable("no answer")))),
                row(REQUEST, LIMIT_OVER, new EngineLimitRefusal.Over(Ending.USED), "spending_limit_address=" + BOB, "over=used"),
                row(AMOUNT, LIMIT_EXCEEDED,
                        new EngineLimitRefusal.NotSpent(new SpendingRefusal.Exceeded(BaseUnits.MAX, BaseUnits.of(5), Option.some(NOON))),
                        "remaining_amount=5"),
                row(REQUEST, LIMIT_USE_OPEN, new EngineLimitRefusal.UsesOpen(1, 1), "open=1", "most=1"),
                row(REQUEST, LIMIT_USE_OPEN, new EngineLimitRefusal.EqualUseOpen()),
                row(REQUEST, LIMIT_USE_OPEN, new EngineLimitRefusal.LostUsesOpen(NOON), "until=" + NOON),
                row(TRANSACTION, LIMIT_NOT_RESERVED, new EngineLimitRefusal.NotReserved(), "spending_limit_address=" + BOB),
                row(NONCE_ACCOUNT, NONCE_NOT_ALLOWED, new LimitUseRefusal.NonceNotAllowed()),
                row(IDEMPOTENCY_KEY, IDEMPOTENCY_KEY_REUSED, new LimitUseRefusal.KeyReused()),
                row(INTENT_NONCE, INTENT_SPENT,
                        new LimitUseRefusal.Landed(new IntentNonce("00".repeat(16)), new Signature(Bytes.of(new byte[64]))),
                        "transaction_signature=" + new Signature(Bytes.of(new byte[64]))),
                row(REQUEST, HISTORY_INCOMPLETE, new LimitUseRefusal.HistoryIncomplete()),
                row(INTENT_NONCE, INTENT_SPENT,
                        new LimitUseRefusal.ByIntent(new IntentRefusal.Spent(new IntentNonce("00".repeat(16))))));
    }

    private static Stream<RefusalRow> rows() {
        return Stream.of(limitUses(), rules(), builds(), tenants(), authorities(), plans(), passkeys(), intents()).flatMap(rows -> rows);
    }

    @ParameterizedTest
    @MethodSource("rows")
    void everyRefusalHasItsCodeItsFieldItsFactsAndSentences(RefusalRow row) {
        row.check();
    }

    @ParameterizedTest
    @MethodSource("rows")
    void noSentenceKnowsATransportOrJava(RefusalRow row) {
        row.failure().problems().map(Problem::message).appendAll(row.failure().remedy().map(RemedyText::sentence)).forEach(row::checkPlain);
    }

    /** HTTP 400, 409 and 422 tell a client that a new transaction is safe. These two do not: there is no message, and the other speaks of the key. */
    private static final EnumSet<ErrorCode> WITHOUT_SEARCH = EnumSet.of(BAD_TRANSACTION, IDEMPOTENCY_KEY_REUSED);

    @ParameterizedTest
    @MethodSource("rows")
    void theChainIsSearchedBeforeAnyRefusalThatSaysNothingLanded(RefusalRow row) {
        Option<SubmissionRefusal> refusal = row.refusal() instanceof SubmissionRefusal submission
                ? Option.some(submission)
                : row.refusal() instanceof BuildRefusal why ? Option.some(new SubmissionRefusal.NotAsked(why)) : Option.none();
        refusal.filter(one -> !WITHOUT_SEARCH.contains(row.code())).forEach(one -> assertEquals(
                switch (row.code().kind()) {
                    case HELD, UNAVAILABLE, BAD_ANSWER, TOO_MANY -> SubmissionRefusal.Search.NOT_NEEDED;
                    default -> SubmissionRefusal.Search.NEEDED;
                },
                one.search(),
                one::toString));
    }

    /** Codes of refusals after which no step helps: another value of the part at fault is needed, or the state is final. */
    private static final EnumSet<ErrorCode> WITHOUT_WAY_OUT = EnumSet.copyOf(List.of(
            BAD_TRANSACTION, UNAUTHENTICATED, API_KEY_ENDED, ACCOUNT_FROZEN, UNKNOWN_ACCOUNT, UNKNOWN_TRANSACTION, UNKNOWN_LIMIT,
            UNKNOWN_NONCE_ACCOUNT, NOT_ON_CHAIN, TRANSACTION_STATE, ALREADY_VOTED, NOT_CLOSABLE, PROPOSAL_EXISTS,
            PASSKEY_REGISTERED, ACCOUNT_EXISTS, LIMIT_EXISTS, BAD_PUBLIC_KEY, SESSION_TOO_LONG, NO_MANAGED_SIGNER,
            DUPLICATE_SIGNER, UNKNOWN_PERMISSION, NO_PROPOSER, NO_EXECUTOR, NO_VOTER, THRESHOLD_ZERO, THRESHOLD_EXCEEDS_VOTERS,
            TIME_LOCK_TOO_LONG, TOO_MANY_SIGNERS, POLICY_SIGNER_ABSENT, ADMIN_CANNOT_BE_ADDED, ALREADY_A_SIGNER, NO_SUCH_SIGNER,
            LAST_SIGNER, NOTHING_TO_CHANGE, EXPIRATION_PAST, AMOUNT_ZERO, NO_LIMIT_SIGNERS, NOTHING_TO_PREPARE,
            INSTRUCTION_UNREADABLE, FILTER_NEVER_APPLIES, POLICY_VETO, TABLE_DEACTIVATED, TOKENS_CANNOT_MOVE, NOT_COMPILABLE,
            WRITES_OWN_PROPOSAL, NO_SUCH_MINT, ACCOUNT_UNREADABLE, NOT_PROPOSED, FOREIGN_INSTRUCTION, NOTHING_ON_ACCOUNT, PASSKEY_INVALID,
            PASSKEY_COUNTER_BEHIND, NOT_OFFERED, CHAIN_BAD_ANSWER, NODE_CALL_BUDGET_EXCEEDED, INTENT_SPENT, SETTINGS_UNKNOWN, OTHER_PROGRAM));

    @Test
    void everyRefusalWithAWayOutHasARemedy() {
        assertEquals(
                WITHOUT_WAY_OUT,
                rows().filter(row -> row.failure().remedy().isEmpty())
                        .map(RefusalRow::code)
                        .collect(Collectors.toCollection(() -> EnumSet.noneOf(ErrorCode.class))));
    }

    @ParameterizedTest
    @ValueSource(classes = {
        Refusal.class, SettingsRefusal.class, SettingsProblem.class, SignerRefusal.class, ProposalRefusal.class, SpendingRefusal.class,
        LimitProblem.class, Warning.class, RoleProblem.class, BuildRefusal.class, ChainFault.class, LayoutProblem.class,
        CreationRefusal.class, ImportRefusal.class, SubmissionRefusal.class, KeyRefused.class, AuthorityRefusal.class,
        PlanRefusal.class, Submission.State.class, PasskeyRefusal.class, IntentRefusal.class, NonceRefusal.class, FilterRefusal.class, LimitUseRefusal.class
    })
    void noRefusalIsLeftOut(Class<?> family) {
        SealedTypes.assertAllExercised(family, rows().map(RefusalRow::refusal));
    }

    static Address address(String name) {
        return Address.of(Arrays.copyOf(name.getBytes(StandardCharsets.UTF_8), 32));
    }
}
