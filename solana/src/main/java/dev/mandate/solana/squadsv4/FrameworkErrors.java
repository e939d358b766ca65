package dev.mandate.solana.squadsv4;

import io.vavr.collection.Array;
import io.vavr.collection.TreeMap;
import io.vavr.control.Option;

/**
 * The names of errors of the program's framework, Anchor, by their numbers. They lie below the program's own ({@link ProgramError}). Source: {@code
 * ErrorCode} of the crate {@code anchor-lang}.
 */
public final class FrameworkErrors {

    /** The names from a first number on. */
    private static final TreeMap<Long, Array<String>> NAMES = TreeMap.<Long, Array<String>>empty()
            .put(100L, names("""
                    InstructionMissing InstructionFallbackNotFound InstructionDidNotDeserialize InstructionDidNotSerialize
                    """))
            .put(1000L, names("""
                    IdlInstructionStub IdlInstructionInvalidProgram IdlAccountNotEmpty
                    """))
            .put(1500L, names("""
                    EventInstructionStub
                    """))
            .put(2000L, names("""
                    ConstraintMut ConstraintHasOne ConstraintSigner ConstraintRaw ConstraintOwner ConstraintRentExempt ConstraintSeeds
                    ConstraintExecutable ConstraintState ConstraintAssociated ConstraintAssociatedInit ConstraintClose ConstraintAddress
                    ConstraintZero ConstraintTokenMint ConstraintTokenOwner ConstraintMintMintAuthority ConstraintMintFreezeAuthority
                    ConstraintMintDecimals ConstraintSpace ConstraintAccountIsNone ConstraintTokenTokenProgram ConstraintMintTokenProgram
                    ConstraintAssociatedTokenTokenProgram
                    """))
            .put(2500L, names("""
                    RequireViolated RequireEqViolated RequireKeysEqViolated RequireNeqViolated RequireKeysNeqViolated RequireGtViolated
                    RequireGteViolated
                    """))
            .put(3000L, names("""
                    AccountDiscriminatorAlreadySet AccountDiscriminatorNotFound AccountDiscriminatorMismatch AccountDidNotDeserialize
                    AccountDidNotSerialize AccountNotEnoughKeys AccountNotMutable AccountOwnedByWrongProgram InvalidProgramId
                    InvalidProgramExecutable AccountNotSigner AccountNotSystemOwned AccountNotInitialized AccountNotProgramData
                    AccountNotAssociatedTokenAccount AccountSysvarMismatch AccountReallocExceedsLimit AccountDuplicateReallocs
                    """))
            .put(4000L, names("""
                    StateInvalidAddress
                    """))
            .put(4100L, names("""
                    DeclaredProgramIdMismatch TryingToInitPayerAsProgramAccount InvalidNumericConversion
                    """));

    private FrameworkErrors() {}

    private static Array<String> names(String listed) {
        return Array.of(listed.strip().split("\\s+"));
    }

    /** Returns the name in the program's logs, such as {@code ConstraintSeeds}; none if the framework has no such error. */
    public static Option<String> name(long code) {
        return NAMES.toArray()
                .filter(entry -> code >= entry._1 && code < entry._1 + entry._2.length())
                .map(entry -> entry._2.get((int) (code - entry._1)))
                .headOption();
    }
}
