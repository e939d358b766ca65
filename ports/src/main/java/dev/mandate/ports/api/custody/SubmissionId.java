package dev.mandate.ports.api.custody;

import io.vavr.control.Option;

/**
 * The id of a submission.
 *
 * @param text {@code sub_} and 32 of 0-9 and a-f
 */
public record SubmissionId(String text) {

    private static final String SHAPE = "sub_[0-9a-f]{32}";

    public SubmissionId {
        if (!text.matches(SHAPE)) {
            throw new IllegalArgumentException("no id of a submission");
        }
    }

    /** The id, if {@code text} is one. */
    public static Option<SubmissionId> parse(String text) {
        return Option.when(text.matches(SHAPE), () -> new SubmissionId(text));
    }

    @Override
    public String toString() {
        return text;
    }
}
