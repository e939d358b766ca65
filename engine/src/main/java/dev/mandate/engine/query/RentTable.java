package dev.mandate.engine.query;

import dev.mandate.domain.money.BaseUnits;
import dev.mandate.ports.spi.chain.Chain;
import dev.mandate.ports.api.custody.BuildRefusal;
import dev.mandate.ports.spi.program.NewStorage;
import io.vavr.control.Either;

/** The rent of accounts on the chain. */
public final class RentTable {

    private final Chain chain;

    public RentTable(Chain chain) {
        this.chain = chain;
    }

    /** The rent that the payer adds for {@code room}, in lamports. */
    public Either<BuildRefusal, BaseUnits> priceOf(NewStorage room) {
        return minimum(room.lengthAfter())
                .flatMap(after -> room.lengthBefore() == 0
                        ? Either.right(after)
                        : minimum(room.lengthBefore())
                                .map(before -> after.minus(before).getOrElse(BaseUnits.ZERO)));
    }

    /** The least lamports of an account with {@code length} bytes of data. */
    public Either<BuildRefusal, BaseUnits> minimum(int length) {
        return ChainReader.silentOn(chain.rentExemptMinimum(length));
    }
}
