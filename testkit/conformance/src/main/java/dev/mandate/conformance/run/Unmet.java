package dev.mandate.conformance.run;

import dev.mandate.conformance.run.Checking.Mismatch;
import dev.mandate.conformance.service.Reply;

/** Why a condition or a step did not come about. */
sealed interface Unmet {

    /** The server does not offer it. */
    record NotOffered(String why) implements Unmet {}

    /** The server does something else than the interface says. */
    record Broken(String call, Mismatch mismatch) implements Unmet {

        static Broken of(Reply reply, String expected) {
            return new Broken(reply.call(), new Mismatch(expected, reply.summary()));
        }
    }

    /** Returns why a condition that needs {@code what} is not met. */
    static Unmet of(String what, Reply reply) {
        return switch (reply.status()) {
            case 404, 429, 501, 503 -> new NotOffered(what + " is not offered: " + reply.summary());
            default -> Broken.of(reply, "a status 2xx for " + what);
        };
    }
}
