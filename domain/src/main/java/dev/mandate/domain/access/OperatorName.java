package dev.mandate.domain.access;

import io.vavr.control.Either;

/**
 * The name of a person who runs the service. It is recorded with a command, and not checked.
 *
 * @param text 1 to {@value #MAX_LENGTH} characters, neither blank nor with control characters
 */
public record OperatorName(String text) {

    public static final int MAX_LENGTH = 64;

    public OperatorName {
        if (text.isBlank() || text.length() > MAX_LENGTH || text.chars().anyMatch(Character::isISOControl)) {
            throw new IllegalArgumentException("a name is 1 to " + MAX_LENGTH + " characters");
        }
    }

    /** The operator with this name, or the problem with the name. */
    public static Either<String, OperatorName> parse(String text) {
        try {
            return Either.right(new OperatorName(text));
        } catch (IllegalArgumentException e) {
            return Either.left(e.getMessage());
        }
    }

    @Override
    public String toString() {
        return text;
    }
}
