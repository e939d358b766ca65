package dev.mandate.conformance.run;

import dev.mandate.conformance.service.Polling;
import dev.mandate.conformance.service.Reply;
import dev.mandate.conformance.service.ServiceClient;
import io.vavr.collection.Array;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.util.function.Predicate;

/** Submits transactions and waits until they have landed. */
record Landing(ServiceClient client, Polling polling) {

    private static final Array<String> OPEN = Array.of("built", "signed", "sent", "unknown");

    /** Returns the confirmed submission. */
    Either<Unmet, Reply> submit(String account, String transaction) {
        Reply submitted = client.post(
                "/api/v1/smart-accounts/" + account + "/submit", "{\"transaction\":\"" + transaction + "\",\"kms_payloads\":[]}");
        if (!submitted.isSuccess()) {
            return Either.left(Unmet.Broken.of(submitted, "status 200 or 202"));
        }
        return await(
                "/api/v1/submissions/" + submitted.at("/submission_id").asString(""),
                seen -> seen.status() == 200 && !OPEN.contains(seen.at("/status").asString("")),
                "status 200 with a final submission")
                .filterOrElse(
                        seen -> seen.at("/status").asString("").equals("confirmed"),
                        seen -> new Unmet.Broken(seen.call(), new Checking.Mismatch("/status = \"confirmed\"", seen.at("/status") + " " + seen.at("/error"))));
    }

    /** Repeats a GET until its answer is as it must be. */
    Either<Unmet, Reply> await(String path, Predicate<Reply> settled, String expected) {
        return polling.until(() -> Option.some(client.get(path)).filter(settled))
                .toEither(() -> Unmet.Broken.of(client.get(path), expected));
    }
}
