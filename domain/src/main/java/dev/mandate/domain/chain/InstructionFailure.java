package dev.mandate.domain.chain;

/** Why one instruction failed. */
public sealed interface InstructionFailure {

    /**
     * The program's own error.
     *
     * @param code unsigned 32 bits; the program defines its meaning
     */
    record Custom(long code) implements InstructionFailure {}

    /**
     * An error of the runtime.
     *
     * @param name the runtime's own name, such as {@code MissingRequiredSignature}
     */
    record Named(String name) implements InstructionFailure {}
}
