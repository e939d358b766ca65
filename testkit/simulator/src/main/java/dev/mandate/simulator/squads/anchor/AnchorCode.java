package dev.mandate.simulator.squads.anchor;

import dev.mandate.simulator.runtime.ProgramAbort;

/** The framework's error codes. */
public enum AnchorCode {
    INSTRUCTION_MISSING(100),
    INSTRUCTION_FALLBACK_NOT_FOUND(101),
    INSTRUCTION_DID_NOT_DESERIALIZE(102),
    CONSTRAINT_MUT(2000),
    CONSTRAINT_SEEDS(2006),
    CONSTRAINT_CLOSE(2011),
    CONSTRAINT_ADDRESS(2012),
    CONSTRAINT_TOKEN_MINT(2014),
    CONSTRAINT_TOKEN_OWNER(2015),
    CONSTRAINT_ACCOUNT_IS_NONE(2020),
    ACCOUNT_DISCRIMINATOR_NOT_FOUND(3001),
    ACCOUNT_DISCRIMINATOR_MISMATCH(3002),
    ACCOUNT_DID_NOT_DESERIALIZE(3003),
    ACCOUNT_DID_NOT_SERIALIZE(3004),
    ACCOUNT_NOT_ENOUGH_KEYS(3005),
    ACCOUNT_OWNED_BY_WRONG_PROGRAM(3007),
    INVALID_PROGRAM_ID(3008),
    INVALID_PROGRAM_EXECUTABLE(3009),
    ACCOUNT_NOT_SIGNER(3010),
    ACCOUNT_NOT_INITIALIZED(3012),
    TRYING_TO_INIT_PAYER_AS_PROGRAM_ACCOUNT(4101);

    private final int code;

    AnchorCode(int code) {
        this.code = code;
    }

    /** Returns the program's end with this error. */
    public ProgramAbort abort() {
        return ProgramAbort.custom(code);
    }
}
