package dev.mandate.adapters.http.api;

import dev.mandate.adapters.http.codec.ExposureObjects;
import dev.mandate.adapters.http.codec.Times;
import dev.mandate.adapters.http.error.ServerCode;
import dev.mandate.adapters.http.exchange.Answer;
import dev.mandate.adapters.http.exchange.Endpoint;
import dev.mandate.adapters.http.exchange.Query;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.exposure.Exposures;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.ports.api.refusal.BuildFailures;
import dev.mandate.ports.api.refusal.ErrorCode;
import dev.mandate.ports.api.refusal.Failure;
import io.vavr.collection.Array;
import io.vavr.collection.HashSet;
import io.vavr.control.Either;
import io.vavr.control.Option;

/** What keys could take from an account. */
final class ExposureEndpoints {

    private static final long MOST_SECONDS = 366L * 86_400;

    private ExposureEndpoints() {}

    static Array<Endpoint> all(TenantEndpoints service) {
        return Array.of(service.get("/api/v1/smart-accounts/{address}/exposure", ExposureEndpoints::exposure));
    }

    private static Either<Failure, Answer> exposure(TenantCall at) {
        RequestReader reading = RequestReader.of(at);
        Option<Address> account = reading.account();
        Query query = reading.query();
        Option<Array<Address>> keys = query.text("keys").flatMap(text -> keys(query, text));
        Option<UnixTime> until = query.text("until").flatMap(text -> until(query, text));
        if (until.isDefined() && query.text("keys").isEmpty()) {
            query.reject("until", "until belongs to keys: without keys the question is who can take everything now.");
        }
        return reading.decide(() -> at.service().exposures(account.get()).mapLeft(BuildFailures::of).flatMap(found -> keys
                .map(named -> ofKeys(found, named, until))
                .getOrElse(() -> sets(found))));
    }

    private static Option<Array<Address>> keys(Query query, String text) {
        Array<Option<Address>> read = Array.of(text.split(",", -1)).map(one -> Address.parse(one).toOption());
        if (read.exists(Option::isEmpty)) {
            query.reject("keys", ServerCode.BAD_ADDRESS, "keys must be addresses, separated by commas.");
            return Option.none();
        }
        return Option.some(read.flatMap(one -> one).distinct());
    }

    private static Option<UnixTime> until(Query query, String text) {
        Option<UnixTime> time = Times.last(text);
        if (time.isEmpty()) {
            query.reject("until", ServerCode.BAD_QUERY, "until must be a date or a date-time with its offset, such as 2026-11-20T12:00:00Z.");
        }
        return time;
    }

    private static Either<Failure, Answer> ofKeys(Exposures found, Array<Address> keys, Option<UnixTime> until) {
        UnixTime end = until.getOrElse(found::lockOver);
        return end.secondsSince(found.now()) > MOST_SECONDS || end.isBefore(found.now())
                ? Either.left(Failure.at("until", ServerCode.BAD_QUERY, "until must lie in the next 366 days."))
                : Either.right(Answer.ok(ExposureObjects.exposure(found, keys, end, found.of(HashSet.ofAll(keys), end))));
    }

    private static Either<Failure, Answer> sets(Exposures found) {
        return found.drainingSets()
                .mapLeft(ExposureEndpoints::tooMany)
                .map(sets -> Answer.ok(ExposureObjects.drainingSets(found, sets)));
    }

    static Failure tooMany(Exposures.TooManySigners many) {
        return Failure.of(
                        ErrorCode.TOO_MANY_SIGNERS,
                        "The account has %s signers. Sets of keys are counted for up to %s: name keys instead.".formatted(many.signers(), many.most()))
                .fact("signers", many.signers())
                .fact("limit", many.most());
    }
}
