package dev.mandate.engine.access;

import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.engine.audit.EndedRecords;
import dev.mandate.engine.journal.Repository;
import dev.mandate.ports.api.access.ApiKey;
import dev.mandate.ports.api.access.KeyRefused;
import dev.mandate.ports.spi.journal.Commit;
import dev.mandate.ports.spi.journal.Journal;
import dev.mandate.ports.spi.journal.JournalReader;
import dev.mandate.ports.spi.journal.RecordedEvent;
import io.vavr.collection.Array;
import io.vavr.control.Option;

/** The ends of keys, as an anchor remembers them. A key that ends by the terms on which it was made is not one of them. */
final class EndedKeys implements EndedRecords {

    @Override
    public String kind() {
        return ApiKeyRepository.TYPE.kind();
    }

    @Override
    public Option<UnixTime> end(JournalReader journal, RecordedEvent event) {
        return event.version() == 1 ? Option.none() : ApiKeyRepository.TYPE.after(journal, event).state().key().endsAt();
    }

    @Override
    public void endAgain(Journal journal, String id, UnixTime end, UnixTime now) {
        Repository<KeyRecord, KeyRecord.Event> keys = new Repository<>(ApiKeyRepository.TYPE, journal, () -> now);
        KeyRecord.Event again = now.isBefore(end) ? new KeyRecord.Event.Ended(end, Option.none()) : new KeyRecord.Event.Revoked(end, Option.none());
        var unused = Repository.<KeyRefused, KeyRecord.Event>commit(journal, () -> keys.find(id)
                .filter(key -> isLater(key.state().key(), end))
                .<KeyRefused>toEither(KeyRefused.Unknown::new)
                .map(before -> new Repository.Decision<>(
                        ApiKeyRepository.ended(
                                new Repository<>(ApiKeyRepository.END, journal, () -> now),
                                keys.append(Commit.at(now), id, Option.some(before), Array.of(again)),
                                before),
                        again)));
    }

    private static boolean isLater(ApiKey key, UnixTime end) {
        return key.revokedAt().isEmpty() && key.endsAt().forAll(end::isBefore);
    }
}
