package dev.mandate.conformance.run;

/** What came of a script. */
public sealed interface Outcome {

    /** Every expectation held. */
    record Passed() implements Outcome {}

    /**
     * An expectation did not hold. No text holds the API key, a one-time code or a sealed key.
     *
     * @param line of the script
     * @param call method and path
     */
    record Failed(int line, String call, String expected, String actual) implements Outcome {}

    /** The server does not offer what the script needs. */
    record Skipped(String why) implements Outcome {}
}
