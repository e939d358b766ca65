package dev.mandate.ports.api.refusal;

import io.vavr.collection.Array;
import io.vavr.collection.HashMap;
import io.vavr.collection.Map;
import io.vavr.control.Option;

/**
 * The names of errors of the programs that every cluster has, by their numbers. Sources: {@code SystemError} of the runtime, and {@code TokenError}
 * and {@code AssociatedTokenAccountError} of the Solana program library.
 */
final class StandardProgramErrors {

    private static final Array<String> TOKEN = names("""
            NotRentExempt InsufficientFunds InvalidMint MintMismatch OwnerMismatch FixedSupply AlreadyInUse InvalidNumberOfProvidedSigners
            InvalidNumberOfRequiredSigners UninitializedState NativeNotSupported NonNativeHasBalance InvalidInstruction InvalidState
            Overflow AuthorityTypeNotSupported MintCannotFreeze AccountFrozen MintDecimalsMismatch NonNativeNotSupported
            """);

    private static final Array<String> TOKEN_2022 = TOKEN.appendAll(names("""
            ExtensionTypeMismatch ExtensionBaseMismatch ExtensionAlreadyInitialized ConfidentialTransferAccountHasBalance
            ConfidentialTransferAccountNotApproved ConfidentialTransferDepositsAndTransfersDisabled
            ConfidentialTransferElGamalPubkeyMismatch ConfidentialTransferBalanceMismatch MintHasSupply NoAuthorityExists
            TransferFeeExceedsMaximum MintRequiredForTransfer FeeMismatch FeeParametersMismatch ImmutableOwner
            AccountHasWithheldTransferFees NoMemo NonTransferable NonTransferableNeedsImmutableOwnership
            MaximumPendingBalanceCreditCounterExceeded MaximumDepositAmountExceeded CpiGuardSettingsLocked CpiGuardTransferBlocked
            CpiGuardBurnBlocked CpiGuardCloseAccountBlocked CpiGuardApproveBlocked CpiGuardSetAuthorityBlocked CpiGuardOwnerChangeBlocked
            ExtensionNotFound NonConfidentialTransfersDisabled ConfidentialTransferFeeAccountHasWithheldFee InvalidExtensionCombination
            InvalidLengthForAlloc AccountDecryption ProofGeneration InvalidProofInstructionOffset HarvestToMintDisabled
            SplitProofContextStateAccountsNotSupported NotEnoughProofContextStateAccounts MalformedCiphertext CiphertextArithmeticFailed
            """));

    private static final Array<String> SYSTEM = names("""
            AccountAlreadyInUse ResultWithNegativeLamports InvalidProgramId InvalidAccountDataLength MaxSeedLengthExceeded
            AddressWithSeedMismatch NonceNoRecentBlockhashes NonceBlockhashNotExpired NonceUnexpectedBlockhashValue
            """);

    private static final Map<String, Array<String>> BY_PROGRAM = HashMap.of(
            "11111111111111111111111111111111", SYSTEM,
            "TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA", TOKEN.map("Token"::concat),
            "TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb", TOKEN_2022.map("Token"::concat),
            "ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL", Array.of("AssociatedTokenInvalidOwner"));

    private StandardProgramErrors() {}

    private static Array<String> names(String listed) {
        return Array.of(listed.strip().split("\\s+"));
    }

    static boolean knows(String program) {
        return BY_PROGRAM.containsKey(program);
    }

    /** The name of a program's error; none if the program is another one, or has no such error. */
    static Option<String> name(String program, long code) {
        return BY_PROGRAM.get(program)
                .filter(names -> code >= 0 && code < names.length())
                .map(names -> names.get((int) code));
    }
}
