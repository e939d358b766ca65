package dev.mandate.engine;

import dev.mandate.domain.money.BaseUnits;
import dev.mandate.ports.chain.Chain;
import dev.mandate.ports.custody.BuildRefusal;
import dev.mandate.ports.program.NewRoom;
import io.vavr.control.Either;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/**
 * What room on the chain costs. The price of a length is asked once and kept: it has not changed since the network began, and
 * a quote that is old would still be only a quote.
 */
final class RentTable {

    private final Chain chain;
    private final ConcurrentMap<Integer, BaseUnits> minimumByLength = new ConcurrentHashMap<>();

    RentTable(Chain chain) {
        this.chain = chain;
    }

    /** What the payer adds for {@code room}, in lamports. */
    Either<BuildRefusal, BaseUnits> priceOf(NewRoom room) {
        return minimum(room.lengthAfter())
                .flatMap(after -> room.lengthBefore() == 0
                        ? Either.right(after)
                        : minimum(room.lengthBefore())
                                .map(before -> after.minus(before).getOrElse(BaseUnits.ZERO)));
    }

    /** Lamports without which an account of {@code length} bytes of data does not stand. */
    Either<BuildRefusal, BaseUnits> minimum(int length) {
        BaseUnits known = minimumByLength.get(length);
        if (known != null) {
            return Either.right(known);
        }
        return ChainReader.silentOn(chain.rentExemptMinimum(length)).peek(minimum -> minimumByLength.put(length, minimum));
    }
}
