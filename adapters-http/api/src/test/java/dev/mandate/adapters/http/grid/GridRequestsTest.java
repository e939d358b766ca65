package dev.mandate.adapters.http.grid;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.mandate.adapters.http.codec.WireShapes;
import dev.mandate.adapters.http.error.ServerCode;
import dev.mandate.adapters.http.json.Json;
import dev.mandate.adapters.http.json.ObjectReader.Unknown;
import dev.mandate.adapters.http.json.ObjectReader;
import dev.mandate.adapters.http.json.Shape;
import dev.mandate.adapters.http.json.Shapes;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.domain.spending.PolicyPeriod;
import dev.mandate.ports.api.refusal.ErrorCode;
import dev.mandate.ports.api.refusal.FailureCode;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GridRequestsTest {

    @ParameterizedTest
    @ValueSource(strings = {"18446744073709551615", "0", "1"})
    void amountsThatAreNumbersAreExact(String digits) {
        assertEquals(Either.right(digits), amount(digits).map(BaseUnits::toString));
    }

    @ParameterizedTest
    @ValueSource(strings = {"18446744073709551616", "99999999999999999999999"})
    void largerAmountsAreOutOfRange(String digits) {
        assertEquals(Either.left(ErrorCode.OUT_OF_RANGE), amount(digits));
    }

    @ParameterizedTest
    @ValueSource(strings = {"1.5", "1e3", "1.0"})
    void noAmountHasAFraction(String number) {
        assertEquals(Either.left(ServerCode.WRONG_TYPE), amount(number));
    }

    @Test
    void periodsAreReadInSmallLettersToo() {
        assertEquals(Either.right(PolicyPeriod.DAY), period("daily"));
        assertEquals(Either.right(PolicyPeriod.YEAR), period("YEARLY"));
        assertEquals(Either.left(ServerCode.NOT_AN_OPTION), period("Daily"));
    }

    private static Either<FailureCode, BaseUnits> amount(String number) {
        return read("{\"amount\":" + number + "}", "amount", Shapes.AMOUNT);
    }

    private static Either<FailureCode, PolicyPeriod> period(String word) {
        return read("{\"period\":\"" + word + "\"}", "period", WireShapes.POLICY_PERIOD);
    }

    private static <T> Either<FailureCode, T> read(String body, String name, Shape<T> shape) {
        ObjectReader in = ObjectReader.of(
                Json.parseObject(Bytes.of(body.getBytes(StandardCharsets.UTF_8))).get(), Unknown.REFUSED, GridRequests.LIMIT.words());
        Option<T> value = in.required(name, shape);
        return in.finish(value::get).mapLeft(problems -> problems.head().code());
    }
}
