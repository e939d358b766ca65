package dev.mandate.ports.program;

/** Why a message makes no transaction. */
public sealed interface CompileRefusal {

    /** More bytes than the network carries. */
    record TooLarge(int bytes, int limit) implements CompileRefusal {}

    /** More accounts than one transaction may name, those of its lookup tables included. */
    record TooManyAccounts(int accounts, int limit) implements CompileRefusal {}

    /**
     * Something else that the format cannot spell.
     *
     * @param detail what
     */
    record NotCompilable(String detail) implements CompileRefusal {}
}
