package dev.mandate.adapters.http.api;

import dev.mandate.adapters.http.json.ObjectReader;
import dev.mandate.adapters.http.json.Shapes;
import dev.mandate.domain.chain.Address;
import dev.mandate.ports.custody.BuildRefusal;
import dev.mandate.ports.custody.LimitView;
import dev.mandate.ports.refusal.BuildFailures;
import dev.mandate.ports.refusal.ErrorCode;
import dev.mandate.ports.refusal.Failure;
import dev.mandate.ports.refusal.Problem;
import io.vavr.collection.Array;
import io.vavr.control.Option;
import java.math.BigInteger;

/** What a call speaks of: an account, and perhaps a limit or a transaction of it. Mutable; serves one call by one thread. */
final class Subject {

    /** The chain counts transactions in 64 bits. */
    private static final BigInteger LAST_INDEX = BigInteger.ONE.shiftLeft(64).subtract(BigInteger.ONE);

    private static final String INDEX = "An index is a whole number from 1 to " + LAST_INDEX + ".";

    private final TenantCall at;
    private final Wording wording;

    private Array<Problem> problems = Array.empty();
    private Option<Address> account = Option.none();
    private Option<Address> limit = Option.none();
    private Option<Long> index = Option.none();
    private Option<Failure> beyond = Option.none();

    Subject(TenantCall at, Wording wording) {
        this.at = at;
        this.wording = wording;
    }

    /** What is malformed in what the path says of it. */
    Array<Problem> problems() {
        return problems;
    }

    /** The account that the path names. */
    Option<Address> account() {
        return about("address", address("address"));
    }

    /** The account that {@code body} names. */
    Option<Address> account(ObjectReader body) {
        return about("smart_account_address", body.required("smart_account_address", Shapes.ADDRESS));
    }

    private Option<Address> about(String field, Option<Address> named) {
        wording.blames(field, ErrorCode.UNKNOWN_ACCOUNT);
        account = named;
        return named;
    }

    /** The account's spending limit that the path names. */
    Option<Address> limit() {
        wording.blames("limit", ErrorCode.UNKNOWN_LIMIT);
        limit = address("limit");
        return limit;
    }

    private Option<Address> address(String name) {
        Option<Address> address = Address.parse(at.call().variable(name)).toOption();
        if (address.isEmpty()) {
            malformed(name, ErrorCode.BAD_ADDRESS, "The path must hold an address, base58 of 32 bytes.");
        }
        return address;
    }

    /** The index of the account's transaction that the path names; beyond what any account can have there is none. */
    Option<Long> index() {
        wording.blames("index", ErrorCode.UNKNOWN_TRANSACTION);
        String text = at.call().variable("index");
        if (!text.matches("-?(0|[1-9][0-9]{0,99})")) {
            malformed("index", ErrorCode.BAD_INDEX, INDEX);
            return index;
        }
        BigInteger number = new BigInteger(text);
        if (number.signum() < 1 || number.compareTo(LAST_INDEX) > 0) {
            malformed("index", ErrorCode.OUT_OF_RANGE, INDEX);
        } else if (number.bitLength() > 63) {
            beyond = Option.some(Failure.at(
                    "index", ErrorCode.UNKNOWN_TRANSACTION, "The account has no transaction " + text + "."));
        } else {
            index = Option.some(number.longValueExact());
        }
        return index;
    }

    private void malformed(String name, ErrorCode code, String message) {
        problems = problems.append(new Problem(name, code, message));
    }

    /** What is not there, of all this. */
    Option<Failure> missing() {
        return Option.when(at.place().isRight(), account)
                .flatMap(named -> named)
                .flatMap(named -> unknown(named)
                        .orElse(() -> beyond)
                        .orElse(() -> unknownLimit(named))
                        .orElse(() -> unknownTransaction(named)));
    }

    /** Where an index is beyond all others it goes without a look at the transactions, and not without one at the account. */
    Option<Failure> beyondAll() {
        return beyond.map(failure -> account.flatMap(this::unknown).getOrElse(failure));
    }

    private Option<Failure> unknown(Address named) {
        return at.custody()
                .account(named)
                .swap()
                .toOption()
                .filter(refusal -> refusal instanceof BuildRefusal.UnknownAccount)
                .map(BuildFailures::of)
                .map(wording::of);
    }

    private Option<Failure> unknownLimit(Address of) {
        return limit.filter(named -> at.custody()
                        .limits(of)
                        .exists(limits -> !limits.exists((LimitView view) -> view.limit().equals(named))))
                .map(LimitEndpoints::unknown)
                .map(wording::of);
    }

    private Option<Failure> unknownTransaction(Address of) {
        return index.flatMap(named -> at.custody().transaction(of, named).swap().toOption())
                .filter(refusal -> refusal instanceof BuildRefusal.UnknownTransaction)
                .map(BuildFailures::of)
                .map(wording::of);
    }
}
