package dev.mandate.ports.spi.program;

/** Why a message cannot be compiled into a transaction. */
public sealed interface CompileRefusal {

    /** More bytes than the network carries. */
    record TooLarge(int bytes, int limit) implements CompileRefusal {}

    /** More accounts than one transaction may name, those of its lookup tables included. */
    record TooManyAccounts(int accounts, int limit) implements CompileRefusal {}

    /** More signers than the transaction's version allows, the payer included. */
    record TooManySigners(int signers, int limit) implements CompileRefusal {}

    /** More instructions than the transaction's version allows. */
    record TooManyInstructions(int instructions, int limit) implements CompileRefusal {}

    /**
     * The format cannot express it for another reason.
     *
     * @param detail the reason
     */
    record NotCompilable(String detail) implements CompileRefusal {}
}
