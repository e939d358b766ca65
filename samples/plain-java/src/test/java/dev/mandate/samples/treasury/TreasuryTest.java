package dev.mandate.samples.treasury;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Network;
import dev.mandate.domain.chain.Signature;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.ports.api.throwing.RefusedException;
import dev.mandate.ports.api.custody.Submission;
import dev.mandate.ports.api.events.EventData;
import dev.mandate.ports.spi.keys.Ed25519Key;
import dev.mandate.ports.api.refusal.ErrorCode;
import dev.mandate.simulator.SimulatedChain;
import dev.mandate.testsupport.postgres.PostgresUnderTest;
import java.security.SecureRandom;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

class TreasuryTest {

    private static final long SOL = 1_000_000_000;

    private final SimulatedChain chain = new SimulatedChain(new UnixTime(Instant.now().getEpochSecond()));
    private final Ed25519Key ann = Ed25519Key.generate(new SecureRandom());
    private final Ed25519Key ben = Ed25519Key.generate(new SecureRandom());
    private final Ed25519Key fresh = Ed25519Key.generate(new SecureRandom());
    private final Address shop = Ed25519Key.generate(new SecureRandom()).address();
    private final Map<Address, Ed25519Key> vault =
            Stream.of(ann, ben, fresh).collect(Collectors.toMap(Ed25519Key::address, Function.identity()));

    @Test
    void aPaymentLandsOnceAlsoWhenAnotherInstanceRepeatsIt() throws Exception {
        String database = database();
        chain.fund(ann.address(), BaseUnits.of(10 * SOL));
        CountDownLatch booked = new CountDownLatch(2); // the account and the payment
        Address account;
        Submission paid;
        try (Treasury treasury = treasury(database, new SigningService(this::signedLater, Duration.ofSeconds(10)), booked)) {
            account = treasury.open("operations", fresh.address(), ann.address(), ben.address());
            chain.fund(account, BaseUnits.of(5 * SOL));
            paid = treasury.pay("2026-17", account, shop, SOL, ann.address(), ben.address());
            assertInstanceOf(Submission.State.Confirmed.class, paid.state());
            assertTrue(booked.await(30, TimeUnit.SECONDS), "the ledger hears of the payment");
        }
        SigningService absent = new SigningService((signer, message) -> new CompletableFuture<>(), Duration.ofMillis(50));
        try (Treasury another = treasury(database, absent, new CountDownLatch(1))) {
            assertEquals(paid, another.pay("2026-17", account, shop, SOL, ann.address(), ben.address()));
            RefusedException refused = assertThrows(
                    RefusedException.class, () -> another.pay("2026-18", account, shop, SOL, ann.address(), ben.address()));
            assertEquals(ErrorCode.KEY_VAULT_UNAVAILABLE, refused.failure().code());
        }
    }

    private Treasury treasury(String database, SigningService signer, CountDownLatch booked) {
        return new Treasury(database, Network.DEVNET, chain, signer, event -> {
            if (event.data() instanceof EventData.SubmissionChanged changed
                    && changed.submission().state() instanceof Submission.State.Confirmed) {
                booked.countDown();
            }
        });
    }

    /** The service: it has its keys, and its own threads. */
    private CompletableFuture<Signature> signedLater(Address signer, Bytes message) {
        return CompletableFuture.supplyAsync(() -> vault.get(signer).sign(message));
    }

    /** A schema of its own; without PostgreSQL the test is skipped, or fails if CI is set. */
    private static String database() throws SQLException {
        String url = PostgresUnderTest.url().getOrElseGet(unavailable -> {
            if (System.getenv("CI") != null) {
                return Assertions.fail(unavailable.explanation());
            }
            System.err.println("Skipped: " + unavailable.explanation());
            return Assumptions.abort(unavailable.explanation());
        });
        String schema = "treasury_" + ProcessHandle.current().pid();
        try (Connection connection = DriverManager.getConnection(url); Statement statement = connection.createStatement()) {
            for (String sql : List.of("DROP SCHEMA IF EXISTS " + schema + " CASCADE", "CREATE SCHEMA " + schema)) {
                statement.execute(sql);
            }
        }
        return url + (url.contains("?") ? "&" : "?") + "currentSchema=" + schema;
    }
}
