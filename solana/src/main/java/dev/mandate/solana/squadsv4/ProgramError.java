package dev.mandate.solana.squadsv4;

import io.vavr.control.Option;

/**
 * The program's error codes, as a failed transaction reports them ({@code Custom(code)}). Source: the program's IDL.
 *
 * <p>Codes below 6000 have other sources: 0 to 17 are errors of the system and token programs that it calls, 100 to 4100 are
 * errors of its framework.
 */
public enum ProgramError {
    DUPLICATE_MEMBER(6000, "DuplicateMember"),
    EMPTY_MEMBERS(6001, "EmptyMembers"),
    TOO_MANY_MEMBERS(6002, "TooManyMembers"),
    INVALID_THRESHOLD(6003, "InvalidThreshold"),
    UNAUTHORIZED(6004, "Unauthorized"),
    NOT_A_MEMBER(6005, "NotAMember"),
    INVALID_TRANSACTION_MESSAGE(6006, "InvalidTransactionMessage"),
    STALE_PROPOSAL(6007, "StaleProposal"),
    INVALID_PROPOSAL_STATUS(6008, "InvalidProposalStatus"),
    INVALID_TRANSACTION_INDEX(6009, "InvalidTransactionIndex"),
    ALREADY_APPROVED(6010, "AlreadyApproved"),
    ALREADY_REJECTED(6011, "AlreadyRejected"),
    ALREADY_CANCELLED(6012, "AlreadyCancelled"),
    INVALID_NUMBER_OF_ACCOUNTS(6013, "InvalidNumberOfAccounts"),
    INVALID_ACCOUNT(6014, "InvalidAccount"),
    REMOVE_LAST_MEMBER(6015, "RemoveLastMember"),
    NO_VOTERS(6016, "NoVoters"),
    NO_PROPOSERS(6017, "NoProposers"),
    NO_EXECUTORS(6018, "NoExecutors"),
    INVALID_STALE_TRANSACTION_INDEX(6019, "InvalidStaleTransactionIndex"),
    NOT_SUPPORTED_FOR_CONTROLLED(6020, "NotSupportedForControlled"),
    TIME_LOCK_NOT_RELEASED(6021, "TimeLockNotReleased"),
    NO_ACTIONS(6022, "NoActions"),
    MISSING_ACCOUNT(6023, "MissingAccount"),
    INVALID_MINT(6024, "InvalidMint"),
    INVALID_DESTINATION(6025, "InvalidDestination"),
    SPENDING_LIMIT_EXCEEDED(6026, "SpendingLimitExceeded"),
    DECIMALS_MISMATCH(6027, "DecimalsMismatch"),
    UNKNOWN_PERMISSION(6028, "UnknownPermission"),
    PROTECTED_ACCOUNT(6029, "ProtectedAccount"),
    TIME_LOCK_EXCEEDS_MAX_ALLOWED(6030, "TimeLockExceedsMaxAllowed"),
    ILLEGAL_ACCOUNT_OWNER(6031, "IllegalAccountOwner"),
    RENT_RECLAMATION_DISABLED(6032, "RentReclamationDisabled"),
    INVALID_RENT_COLLECTOR(6033, "InvalidRentCollector"),
    PROPOSAL_FOR_ANOTHER_MULTISIG(6034, "ProposalForAnotherMultisig"),
    TRANSACTION_FOR_ANOTHER_MULTISIG(6035, "TransactionForAnotherMultisig"),
    TRANSACTION_NOT_MATCHING_PROPOSAL(6036, "TransactionNotMatchingProposal"),
    TRANSACTION_NOT_LAST_IN_BATCH(6037, "TransactionNotLastInBatch"),
    BATCH_NOT_EMPTY(6038, "BatchNotEmpty"),
    SPENDING_LIMIT_INVALID_AMOUNT(6039, "SpendingLimitInvalidAmount"),
    INVALID_INSTRUCTION_ARGS(6040, "InvalidInstructionArgs"),
    FINAL_BUFFER_HASH_MISMATCH(6041, "FinalBufferHashMismatch"),
    FINAL_BUFFER_SIZE_EXCEEDED(6042, "FinalBufferSizeExceeded"),
    FINAL_BUFFER_SIZE_MISMATCH(6043, "FinalBufferSizeMismatch"),
    MULTISIG_CREATE_DEPRECATED(6044, "MultisigCreateDeprecated");

    private static final int FIRST = 6000;
    private static final ProgramError[] ALL = values();

    private final int code;
    private final String programName;

    ProgramError(int code, String programName) {
        this.code = code;
        this.programName = programName;
    }

    /** Returns the error with this code; none if the code is not the program's. */
    public static Option<ProgramError> of(long code) {
        return code >= FIRST && code < FIRST + ALL.length ? Option.some(ALL[(int) code - FIRST]) : Option.none();
    }

    public int code() {
        return code;
    }

    /** Returns the error's name in the program and its logs. */
    public String programName() {
        return programName;
    }
}
