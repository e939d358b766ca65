package dev.mandate.domain.exposure;

import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.domain.money.Token;
import io.vavr.collection.Array;
import io.vavr.collection.Map;
import io.vavr.control.Option;

/**
 * What some keys could take out of an account until a time, without anybody else. What comes in later is not counted.
 *
 * @param control the first time at which they could execute any transaction of the account: then everything leaves. None if they never can
 * @param atMost what leaves at most, in base units; a token of which nothing leaves is not in here
 * @param completable the open transactions that these keys could execute. What they contain is not counted in {@code atMost}
 * @param steps the shortest sequence, in order
 * @param stepsLeftOut how many further uses of limits there are after {@code steps}
 */
public record Exposure(
        Option<UnixTime> control, Map<Token, BaseUnits> atMost, Array<Long> completable, Array<ExposureStep> steps, long stepsLeftOut) {}
