package dev.mandate.domain.account;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.kernel.UnixTime;
import io.vavr.collection.Array;
import io.vavr.collection.HashSet;
import io.vavr.collection.Set;
import io.vavr.control.Either;
import io.vavr.control.Option;
import org.junit.jupiter.api.Test;

class AccountValuesTest {

    private static final Signer ALICE = new Signer(address(1), Permissions.ALL);
    private static final Signer BOB = new Signer(address(2), Permissions.ALL);
    private static final Roster BOTH = new Roster(Array.of(ALICE, BOB), new Threshold(2));

    @Test
    void aMemoIsMeasuredInBytesOfUtf8() {
        assertEquals("a".repeat(256), Memo.parse("a".repeat(256)).get().text());
        assertEquals(Either.left(new Memo.TooLong(257, 256)), Memo.parse("a".repeat(257)));
        assertEquals("é".repeat(128), Memo.parse("é".repeat(128)).get().text());
        assertEquals(Either.left(new Memo.TooLong(258, 256)), Memo.parse("é".repeat(129)));
        assertThrows(IllegalArgumentException.class, () -> new Memo("€".repeat(86)).text());
        assertEquals(256, new Memo("a".repeat(256)).text().length());
    }

    @Test
    void aMemoHoldsNoHalfOfACharacter() {
        assertEquals("a\ud83d\ude00", Memo.parse("a\ud83d\ude00").get().text());
        assertEquals(Either.left(new Memo.HalfACharacter()), Memo.parse("a\ud83d"));
        assertEquals(Either.left(new Memo.HalfACharacter()), Memo.parse("\ude00a"));
        assertThrows(IllegalArgumentException.class, () -> new Memo("\ud800").text());
    }

    /** Written as Unicode escapes, because some of the characters would change how this file reads. */
    @Test
    void aMemoHoldsNoControlOrBidirectionalCharacter() {
        Set<Integer> forbidden = HashSet.rangeClosed(0x00, 0x1f)
                .addAll(HashSet.rangeClosed(0x7f, 0x9f))
                .addAll(HashSet.of(0x061c, 0x200e, 0x200f))
                .addAll(HashSet.rangeClosed(0x2028, 0x202e))
                .addAll(HashSet.rangeClosed(0x2066, 0x2069));
        for (int codePoint : forbidden) {
            String text = "rent" + Character.toString(codePoint) + "for May";
            assertEquals(Either.left(new Memo.ForbiddenCharacter(codePoint)), Memo.parse(text), text);
            assertThrows(IllegalArgumentException.class, () -> new Memo(text).text());
        }
        for (int codePoint = 0; codePoint <= Character.MAX_CODE_POINT; codePoint++) {
            String text = Character.toString(codePoint);
            boolean surrogate = codePoint >= Character.MIN_SURROGATE && codePoint <= Character.MAX_SURROGATE;
            assertEquals(!forbidden.contains(codePoint) && !surrogate, Memo.parse(text).isRight(), text);
        }
    }

    @Test
    void permissionsAreAMaskOfOneByte() {
        assertEquals(7, Permissions.ALL.mask());
        assertEquals(5, Permissions.of(Permission.CAN_INITIATE, Permission.CAN_EXECUTE).mask());
        assertEquals(Array.of(Permission.CAN_INITIATE, Permission.CAN_EXECUTE), new Permissions(5).toArray());
        assertEquals(Array.empty(), Permissions.NONE.toArray());
        assertTrue(new Permissions(2).allow(Permission.CAN_VOTE));
        assertFalse(new Permissions(5).allow(Permission.CAN_VOTE));
        assertTrue(new Permissions(7).areKnown());
        assertFalse(new Permissions(8).areKnown());
        assertEquals(255, new Permissions(255).mask());
        assertThrows(IllegalArgumentException.class, () -> new Permissions(256).mask());
        assertThrows(IllegalArgumentException.class, () -> new Permissions(-1).mask());
    }

    @Test
    void aThresholdHas16BitsAndATimeLock32() {
        assertEquals(0, new Threshold(0).value());
        assertEquals(65_535, new Threshold(65_535).value());
        assertThrows(IllegalArgumentException.class, () -> new Threshold(65_536).value());
        assertThrows(IllegalArgumentException.class, () -> new Threshold(-1).value());
        assertEquals(0, new TimeLock(0).seconds());
        assertEquals(4_294_967_295L, new TimeLock(4_294_967_295L).seconds());
        assertThrows(IllegalArgumentException.class, () -> new TimeLock(4_294_967_296L).seconds());
        assertThrows(IllegalArgumentException.class, () -> new TimeLock(-1).seconds());
        assertEquals(new UnixTime(70), new TimeLock(60).releases(new UnixTime(10)));
    }

    @Test
    void numbersFromOutsideAreRefusedWithTheirRange() {
        assertEquals(Either.right(new Threshold(65_535)), Threshold.parse(65_535));
        assertEquals(Either.right(new Threshold(0)), Threshold.parse(0));
        assertEquals(Either.left(new OutOfRange(65_536, 0, 65_535)), Threshold.parse(65_536));
        assertEquals(Either.left(new OutOfRange(-1, 0, 65_535)), Threshold.parse(-1));
        assertEquals(Either.left(new OutOfRange(1L << 32, 0, 65_535)), Threshold.parse(1L << 32));
        assertEquals(Either.right(new TimeLock(4_294_967_295L)), TimeLock.parse(4_294_967_295L));
        assertEquals(Either.right(TimeLock.NONE), TimeLock.parse(0));
        assertEquals(
                Either.left(new OutOfRange(4_294_967_296L, 0, 4_294_967_295L)), TimeLock.parse(4_294_967_296L));
        assertEquals(Either.left(new OutOfRange(-1, 0, 4_294_967_295L)), TimeLock.parse(-1));
        assertEquals(Either.right(new Permissions(255)), Permissions.parse(255));
        assertEquals(Either.right(Permissions.NONE), Permissions.parse(0));
        assertEquals(Either.left(new OutOfRange(256, 0, 255)), Permissions.parse(256));
        assertEquals(Either.left(new OutOfRange(-1, 0, 255)), Permissions.parse(-1));
    }

    @Test
    void theZeroAddressMeansThatThereIsNoAdmin() {
        assertEquals(new AdminControl.None(), AdminControl.ofAuthority(Address.ZERO));
        assertEquals(new AdminControl.HeldBy(address(1)), AdminControl.ofAuthority(address(1)));
        assertEquals(Address.ZERO, new AdminControl.None().toAuthority());
        assertEquals(address(1), new AdminControl.HeldBy(address(1)).toAuthority());
        assertThrows(IllegalArgumentException.class, () -> new AdminControl.HeldBy(Address.ZERO).toAuthority());
    }

    @Test
    void aRosterIsSortedAndGovernableOrIsNone() {
        assertEquals(Either.right(BOTH), Roster.of(Array.of(BOB, ALICE), new Threshold(2)));
        assertEquals(
                Either.left(Array.of(new SettingsProblem.ThresholdExceedsVoters(new Threshold(3), 2))),
                Roster.of(Array.of(BOB, ALICE), new Threshold(3)));
        assertThrows(
                IllegalArgumentException.class,
                () -> new Roster(Array.of(BOB, ALICE), new Threshold(1)).cutoff());
        assertThrows(
                IllegalArgumentException.class,
                () -> new Roster(Array.of(ALICE, BOB), new Threshold(3)).cutoff());
    }

    @Test
    void aRosterKnowsItsPeople() {
        assertEquals(Option.some(BOB), BOTH.find(address(2)));
        assertEquals(Option.none(), BOTH.find(address(3)));
        assertEquals(1, BOTH.cutoff());
        assertEquals(2, new Roster(BOTH.signers(), new Threshold(1)).cutoff());
    }

    @Test
    void aRosterHoldsUpToAsManySignersAsTheChainCounts() {
        Array<Signer> most = Array.range(0, 65_535)
                .map(number -> new Signer(address(number), number == 0 ? Permissions.ALL : Permissions.NONE));
        assertEquals(65_535, Roster.of(most, new Threshold(1)).get().signers().size());
        assertEquals(
                Either.left(Array.of(new SettingsProblem.ThresholdZero())), Roster.of(most, new Threshold(0)));
        assertEquals(
                Either.left(Array.of(new SettingsProblem.TooManySigners(65_536, 65_535))),
                Roster.of(most.append(new Signer(address(65_535), Permissions.NONE)), new Threshold(1)));
    }

    @Test
    void settingsHoldNoLockBeyond90DaysAndNoStaleIndexAhead() {
        assertEquals(90L * 86_400, settings(TimeLock.MAX_SECONDS, 3, 3).timeLock().seconds());
        assertThrows(IllegalArgumentException.class, () -> settings(TimeLock.MAX_SECONDS + 1, 0, 0).roster());
        assertThrows(IllegalArgumentException.class, () -> settings(0, 3, 4).roster());
        assertThrows(IllegalArgumentException.class, () -> settings(0, 3, -1).roster());
        assertFalse(settings(0, 3, 2).makesStale(3));
        assertTrue(settings(0, 3, 2).makesStale(2));
    }

    @Test
    void aTargetEqualsTheSettingsExceptForRequestedChanges() {
        SettingsTarget there = SettingsTarget.of(settings(60, 0, 0));
        assertEquals(new SettingsTarget(BOTH.signers(), new Threshold(2), new TimeLock(60), Option.none()), there);
        assertEquals(
                new SettingsTarget(Array.of(BOB), new Threshold(1), TimeLock.NONE, Option.some(address(3))),
                there.withSigners(Array.of(BOB))
                        .withThreshold(new Threshold(1))
                        .withTimeLock(TimeLock.NONE)
                        .withRentCollector(Option.some(address(3))));
    }

    @Test
    void aRefusalOfProblemsNamesOne() {
        assertThrows(
                IllegalArgumentException.class,
                () -> new SettingsRefusal.Ungovernable(Array.empty()).problems());
    }

    private static Settings settings(long timeLockSeconds, long newest, long stale) {
        return new Settings(
                BOTH, new TimeLock(timeLockSeconds), new AdminControl.None(), Option.none(), newest, stale);
    }

    @Test
    void theAdminNeitherAddsAPresentSignerNorRemovesTheLastOne() {
        UncheckedSettings both = draft(ALICE, BOB);

        for (Signer present : Array.of(ALICE, BOB)) {
            assertEquals(
                    Either.left(new SettingsRefusal.AlreadyASigner(present.address())),
                    both.byAdmin(new SettingsAction.AddSigner(present)));
        }
        assertEquals(Array.of(BOB), both.byAdmin(new SettingsAction.RemoveSigner(ALICE.address())).get().signers());
        assertEquals(
                Either.left(new SettingsRefusal.LastSigner(ALICE.address())),
                draft(ALICE).byAdmin(new SettingsAction.RemoveSigner(ALICE.address())));
    }

    @Test
    void everySignerIsFoundAndNoOther() {
        Array<Signer> signers = Array.rangeClosed(1, 5).map(number -> new Signer(address(2 * number), Permissions.ALL));
        for (Signer signer : signers) {
            assertEquals(
                    signers.remove(signer),
                    draft(signers.toJavaArray(Signer[]::new)).voted(new SettingsAction.RemoveSigner(signer.address())).get().signers());
        }
        for (int between = 1; between <= 11; between += 2) {
            Address nobody = address(between);
            assertEquals(
                    Either.left(new SettingsRefusal.NoSuchSigner(nobody)),
                    draft(signers.toJavaArray(Signer[]::new)).voted(new SettingsAction.RemoveSigner(nobody)));
        }
    }

    private static UncheckedSettings draft(Signer... signers) {
        return new UncheckedSettings(
                Array.of(signers), new Threshold(1), TimeLock.NONE, new AdminControl.None(), Option.none(), 0, 0);
    }

    private static Address address(int number) {
        byte[] bytes = new byte[32];
        bytes[29] = (byte) (number >> 16);
        bytes[30] = (byte) (number >> 8);
        bytes[31] = (byte) number;
        return Address.of(bytes);
    }
}
