package dev.mandate.ports.api.refusal;

import static dev.mandate.ports.api.refusal.FailureKind.*;

/** Every code of a refusal by the engine, with its meaning. A code never changes its meaning and is never removed. New codes may be added. */
public enum ErrorCode implements FailureCode {
    BAD_TRANSACTION(MALFORMED, "The bytes are not a well-formed transaction."),
    BAD_CURSOR(MALFORMED, "The cursor does not come from this list."),
    UNAUTHENTICATED(UNKNOWN_CALLER, "The API key is missing or not known."),
    API_KEY_ENDED(UNKNOWN_CALLER, "The API key has expired or was revoked."),
    UNKNOWN_ACCOUNT(UNKNOWN, "You have no such account on this network."),
    UNKNOWN_TRANSACTION(UNKNOWN, "The account has no transaction at this index."),
    UNKNOWN_LIMIT(UNKNOWN, "The account has no such spending limit."),
    UNKNOWN_NONCE_ACCOUNT(UNKNOWN, "The account has not allowed this nonce account."),
    PASSKEY_UNKNOWN(UNKNOWN, "You have no such passkey."),
    NOT_ON_CHAIN(UNKNOWN, "The chain has no account at an address that the request needs."),
    TABLE_MISSING(UNKNOWN, "The chain has no lookup table at an address that the transaction names."),
    CHALLENGE_EXPIRED(OVER, "The one-time code has expired, was replaced by a newer one, or was never asked for."),
    CHALLENGE_SPENT(OVER, "The one-time code was used by another request, or too many wrong codes were tried."),
    PASSKEY_CHALLENGE_ENDED(OVER, "A passkey's challenge was not given to you, has expired, or was used."),
    LIMIT_OVER(OVER, "The spending limit is over: used, expired or removed."),
    IDEMPOTENCY_KEY_REUSED(CONFLICT, "The idempotency key was used for another request."),
    TRANSACTION_STATE(CONFLICT, "The transaction is in a state that does not allow this step."),
    TRANSACTION_STALE(CONFLICT, "Settings have changed since the transaction was proposed."),
    ALREADY_VOTED(CONFLICT, "The signer has already given this vote."),
    TIME_LOCKED(CONFLICT, "The transaction is approved, but its time lock has not ended."),
    NOT_CLOSABLE(CONFLICT, "A transaction without a proposal can be closed only once it is stale."),
    PROPOSAL_EXISTS(CONFLICT, "The transaction already has a proposal."),
    NOT_PROPOSED_YET(CONFLICT, "A vote came before the proposal that it votes on."),
    ANOTHER_PROPOSED(CONFLICT, "Another transaction than the requested one stands at this index, or has taken it meanwhile."),
    PASSKEY_REGISTERED(CONFLICT, "You have registered the passkey before."),
    LIMIT_USE_OPEN(CONFLICT, "Uses of the limit that may still land, or that a loss of commits may hide, leave no room for another one."),
    INTENT_SPENT(CONFLICT, "The account accepted an intent with this nonce before, or may have done so before a loss of commits."),
    ACCOUNT_EXISTS(CONFLICT, "The account already exists."),
    VERSION_MOVED(CONFLICT, "Another change came first; read the present version."),
    LIMIT_DIFFERS(CONFLICT, "The chain's spending limit at an address has, or would get, other terms than the recorded ones."),
    LIMIT_EXISTS(CONFLICT, "There is already a spending limit at this address."),
    OUT_OF_RANGE(REFUSED, "A number is outside its range."),
    TOO_LONG(REFUSED, "A text or list is longer than its cap."),
    WRONG_CODE(REFUSED, "The one-time code is wrong."),
    BAD_PUBLIC_KEY(REFUSED, "A public key is malformed, or not a point of its curve."),
    SESSION_TOO_LONG(REFUSED, "A session ends after it begins, and within a day."),
    SESSION_SIGNATURE_INVALID(REFUSED, "No living session of the identity signed the request."),
    REQUEST_EXPIRED(REFUSED, "The signed request was good until an earlier time."),
    NO_MANAGED_SIGNER(REFUSED, "An approval was given, and no signer's key is kept here."),
    APPROVAL_INVALID(REFUSED, "An approval is not by a signer's authority, or is of another payload."),
    INTENT_MISMATCH(REFUSED, "The signed intent is not what the request asks."),
    INTENT_EXPIRED(REFUSED, "The signed intent has expired."),
    INTENT_NOT_AUTHORIZED(REFUSED, "Those who signed the intent may not decide this."),
    PAYLOAD_EXPIRED(REFUSED, "An approved payload has expired."),
    SIGN_IN_REQUIRED(REFUSED, "The last one-time code is more than 30 days ago, so the session is not refreshed."),
    SESSION_ENDED(REFUSED, "The session that approved a payload or an intent has ended."),
    DUPLICATE_SIGNER(REFUSED, "A signer is named more than once."),
    UNKNOWN_PERMISSION(REFUSED, "A permission does not exist."),
    NO_PROPOSER(REFUSED, "Nobody can propose."),
    NO_EXECUTOR(REFUSED, "Nobody can execute."),
    NO_VOTER(REFUSED, "Nobody can vote."),
    THRESHOLD_ZERO(REFUSED, "A threshold of 0 would approve everything."),
    THRESHOLD_EXCEEDS_VOTERS(REFUSED, "The threshold exceeds the number of signers that can vote."),
    TIME_LOCK_TOO_LONG(REFUSED, "A time lock is longer than 90 days."),
    TOO_MANY_SIGNERS(REFUSED, "There are more signers than an account can have."),
    NOT_A_SIGNER(REFUSED, "An address is not a signer of the account."),
    PERMISSION_MISSING(REFUSED, "A signer lacks the permission for this step."),
    SIGNERS_INSUFFICIENT(REFUSED, "The named signers do not suffice."),
    ADMIN_CONTROLS_SETTINGS(REFUSED, "An admin controls the settings; no vote changes them."),
    ADMIN_NOT_OUTSIDE(REFUSED, "The admin's key is not outside the engine."),
    POLICY_SIGNER_PRESENT(REFUSED, "The account has a policy signer, which must be taken out first."),
    POLICY_SIGNER_ABSENT(REFUSED, "The account has no policy signer."),
    NOT_THE_ADMIN(REFUSED, "Only the admin may do this."),
    NO_ADMIN(REFUSED, "The account has no admin."),
    ADMIN_CANNOT_BE_ADDED(REFUSED, "An account without an admin cannot get one."),
    ADMIN_CANNOT_SIGN(REFUSED, "The admin is a smart account or another address without a key, and cannot sign."),
    ALREADY_A_SIGNER(REFUSED, "The address to add is already a signer."),
    NO_SUCH_SIGNER(REFUSED, "The address to remove is not a signer."),
    LAST_SIGNER(REFUSED, "The only signer cannot be removed."),
    NOTHING_TO_CHANGE(REFUSED, "The change would leave all settings as they are."),
    SIGNER_HOLDS_LIMITS(REFUSED, "Spending limits name a signer who would leave."),
    MUST_BE_TWO_CHANGES(REFUSED, "One change cannot remove a limit and add signers or another limit."),
    LIMIT_NOT_RESERVED(REFUSED, "Nothing is reserved within the limit for exactly this transaction, or it has lapsed."),
    EXPIRATION_PAST(REFUSED, "The limit would be over from the beginning."),
    AMOUNT_ZERO(REFUSED, "An amount is 0."),
    NO_LIMIT_SIGNERS(REFUSED, "A spending limit has no signers."),
    NOT_ENTITLED(REFUSED, "The address is not a signer of the limit."),
    DESTINATION_NOT_ALLOWED(REFUSED, "The receiver is not among the limit's destinations."),
    LIMIT_EXCEEDED(REFUSED, "The amount exceeds what remains of the limit."),
    NOT_COVERED(REFUSED, "The account holds less than the amount."),
    BELOW_RENT_MINIMUM(REFUSED, "An account would be left below the rent minimum."),
    NOTHING_TO_PREPARE(REFUSED, "The transaction has no instructions."),
    INSTRUCTION_UNREADABLE(REFUSED, "An instruction of the smart account program is not exactly a known one."),
    ACCOUNT_DOES_NOT_SIGN(REFUSED, "The account signs nowhere in the transaction."),
    INSTRUCTIONS_TOO_LONG(REFUSED, "The instructions are not under 1,050 bytes."),
    DOES_NOT_FIT(REFUSED, "The request does not fit one transaction, and cannot be divided among several."),
    NONCE_CARRIES_ONE(REFUSED, "The request needs several transactions, and a durable nonce carries one."),
    NONCE_NOT_ALLOWED(REFUSED, "A durable nonce may not be used here."),
    FILTER_NEVER_APPLIES(REFUSED, "A filter names an instruction or a role that does not exist, so it would never apply."),
    POLICY_VETO(REFUSED, "A policy forbids the transaction; the answer names each rule that forbids it."),
    PRIORITY_FEE_TOO_HIGH(REFUSED, "The priority fee exceeds the operator's limit."),
    NEEDS_ACKNOWLEDGEMENT(REFUSED, "Something would be given away for good, and the query does not acknowledge it."),
    GIVES_AWAY_VAULT(REFUSED, "Warning: another program would own the vault, or it would hold data; no transfer could leave it."),
    GIVES_AWAY_TOKEN_AUTHORITY(REFUSED, "Warning: an authority over a token account or a mint would pass to another address."),
    CLOSES_TOKEN_ACCOUNT_ELSEWHERE(REFUSED, "Warning: a token account's lamports would go elsewhere than to the vault."),
    APPROVES_DELEGATE(REFUSED, "Warning: a delegate could move tokens of the vault."),
    GIVES_AWAY_PROGRAM(REFUSED, "Warning: the authority over a program or a buffer would pass to another address, or it would be closed."),
    GIVES_AWAY_STAKE(REFUSED, "Warning: an authority over a stake or vote account would pass to another address."),
    GIVES_AWAY_NONCE(REFUSED, "Warning: the authority over a durable nonce would pass to another address."),
    GIVES_AWAY_LOOKUP_TABLE(REFUSED, "Warning: the authority over a lookup table would end, or its lamports go elsewhere than to the vault."),
    UNUSABLE_RECEIVER(REFUSED, "Warning: money would go to an address where nobody can use it."),
    NO_SUCH_MINT(REFUSED, "The token of a spending limit does not exist."),
    TABLE_DEACTIVATED(REFUSED, "A lookup table was deactivated; a transaction that uses it could soon not be executed."),
    TABLE_ENTRY_MISSING(REFUSED, "The transaction names an entry that its lookup table does not have."),
    TOKENS_CANNOT_MOVE(REFUSED, "A spending limit cannot move these tokens: frozen, paused, not transferable, or with conditions."),
    TOO_MANY_ACCOUNTS(REFUSED, "The transaction would name more accounts than fit, even with lookup tables."),
    TOO_MANY_BUFFERS(REFUSED, "The signer has opened as many buffers for large transactions as are possible."),
    NOT_COMPILABLE(REFUSED, "The request cannot be written as a transaction."),
    WRITES_OWN_PROPOSAL(REFUSED, "The transaction writes to the proposal that would execute it."),
    NO_KEY_FOR(REFUSED, "An address that would have to sign has no key."),
    CANNOT_SIGN(REFUSED, "An address would get a role in which it can never sign."),
    PAYER_CANNOT_PAY(REFUSED, "The fee payer has no key, as a smart account has none, or is the operator's."),
    NOBODY_SIGNS(REFUSED, "No signer is named who could do this."),
    ACCOUNT_UNREADABLE(REFUSED, "An account on the chain is not of the expected kind."),
    NO_RENT_COLLECTOR(REFUSED, "The account has no rent collector, so the rent cannot be returned."),
    WRONG_RENT_COLLECTOR(REFUSED, "Rent goes only to the account's rent collector."),
    NOT_PROPOSED(REFUSED, "The transaction has no proposal yet."),
    WOULD_NEVER_EXECUTE(REFUSED, "The transaction could be approved, but its execution would be refused."),
    WOULD_ORPHAN(REFUSED, "The content of the transaction is gone: it could be approved but never executed."),
    CONTENT_OPAQUE(REFUSED, "The effect of the transaction cannot be read; it can be rejected and cancelled."),
    AMBIGUOUS_REMOVAL(REFUSED, "One change adds and removes the same signer."),
    SIMULATION_FAILED(REFUSED, "The transaction would fail on the chain."),
    TRANSACTION_FAILED(REFUSED, "The submitted transaction landed and failed."),
    TRANSACTION_EXPIRED(REFUSED, "The submitted transaction did not land, and cannot land any more."),
    BLOCKHASH_EXPIRED(REFUSED, "The chain no longer knows the transaction's blockhash. Nothing was sent."),
    FOREIGN_INSTRUCTION(REFUSED, "An instruction does not operate on the account."),
    NOTHING_ON_ACCOUNT(REFUSED, "The transaction does nothing to the account."),
    VOTE_NAMES_NOTHING(REFUSED, "A vote does not name the transaction that it votes on."),
    SIGNATURES_MISSING(REFUSED, "Signatures are missing."),
    SIGNATURE_INVALID(REFUSED, "A signature is not valid for its signer."),
    SIGNATURE_FITS_NOBODY(REFUSED, "A signature is not that of a signer of the transaction."),
    PASSKEY_INVALID(REFUSED, "An authenticator's response or a passkey's public key is refused."),
    PASSKEY_COUNTER_BEHIND(REFUSED, "An authenticator's counter has not grown: it may be a copy."),
    SIGNER_NEEDS_EXTERNAL_PROGRAM(REFUSED, "A passkey's account cannot be a signer yet."),
    FEE_PAYER_PROTECTED(REFUSED, "The operator's fee payer signs only new accounts, and can have no role in one."),
    TOO_MANY_CODES(TOO_MANY, "Too many one-time codes were asked for with this e-mail address."),
    TOO_MANY_WRONG_CODES(TOO_MANY, "Too many wrong one-time codes were tried for this e-mail address."),
    RATE_LIMITED(TOO_MANY, "Too many requests with this API key."),
    TOO_MANY_SUBMISSIONS(TOO_MANY, "Too many submissions are pending."),
    TOO_MANY_UNLANDED(TOO_MANY, "Too many limits that the engine keeps, or signers with secp256k1 keys, are built and not on the chain."),
    CREATION_QUOTA(TOO_MANY, "This API key has used its daily quota of accounts."),
    CREATION_BUDGET_SPENT(TOO_MANY, "The operator's daily budget for the tenant's accounts is used up."),
    NOT_OFFERED(UNSUPPORTED, "The service does not offer this."),
    CHAIN_BAD_ANSWER(BAD_ANSWER, "The chain's node gave an answer that makes no sense."),
    CHAIN_UNREACHABLE(UNAVAILABLE, "No node of the chain answers."),
    NODES_DISAGREE(UNAVAILABLE, "The chain's nodes tell different things, so nothing was signed."),
    NODE_CALL_BUDGET_EXCEEDED(UNAVAILABLE, "The request needs more calls to nodes than one request may make."),
    NODES_MISSING(UNAVAILABLE, "Too few of the chain's nodes answer for a signature or a final word."),
    CLOCKS_DISAGREE(UNAVAILABLE, "The chain's clock and the server's are more than 5 minutes apart, so no limit of the engine is used."),
    CHAIN_BUSY(UNAVAILABLE, "The chain's node asks for fewer calls."),
    HISTORY_INCOMPLETE(UNAVAILABLE, "The chain does not show for sure whether the transaction landed before."),
    KEY_VAULT_UNAVAILABLE(UNAVAILABLE, "The key vault does not answer, or can't use a key. Nothing was signed."),
    FEE_PAYER_LOW(UNAVAILABLE, "The operator's fee payer holds too little to make accounts."),
    CONFIRMATION_PENDING(PENDING, "The transaction was sent and has not landed yet. It may still land.");

    private final FailureKind kind;
    private final String meaning;

    ErrorCode(FailureKind kind, String meaning) {
        this.kind = kind;
        this.meaning = meaning;
    }

    @Override
    public FailureKind kind() {
        return kind;
    }

    @Override
    public String meaning() {
        return meaning;
    }

    /** Within a kind a stale transaction comes first; a running time lock and missing signers come last. */
    @Override
    public int precedence() {
        int within = this == TRANSACTION_STALE ? 0 : isMissing() ? 2 : 1;
        return FailureCode.super.precedence() - 1 + within;
    }

    @Override
    public boolean isMissing() {
        return this == TIME_LOCKED || this == SIGNERS_INSUFFICIENT;
    }
}
