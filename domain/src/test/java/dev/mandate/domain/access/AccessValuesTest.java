package dev.mandate.domain.access;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vavr.collection.Array;
import io.vavr.collection.HashSet;
import io.vavr.control.Either;
import io.vavr.control.Option;
import org.junit.jupiter.api.Test;

class AccessValuesTest {

    private static final ApiKeyId KEY = new ApiKeyId("key_00112233445566ff");

    @Test
    void anApiKeyIdHasSixteenHexadecimalDigits() {
        assertEquals("key_00112233445566ff", KEY.toString());
        for (String bad : Array.of("", "key_00112233445566f", "key_00112233445566fff", "key_00112233445566fF", "xey_00112233445566ff")) {
            assertThrows(IllegalArgumentException.class, () -> new ApiKeyId(bad).text(), bad);
        }
        assertTrue(KEY.compareTo(new ApiKeyId("key_10112233445566ff")) < 0);
    }

    @Test
    void aTenantIsNamedInLowerCaseWithInnerHyphens() {
        for (String good : Array.of("a", "z", "0", "9", "a-b", "a".repeat(64))) {
            assertEquals(good, Tenant.parse(good).get().toString());
        }
        for (String bad : Array.of("", "-a", "a-", "a b", "A", "`", "{", "/", ":", "a".repeat(65))) {
            assertTrue(Tenant.parse(bad).getLeft().contains("1 to 64"), bad);
            assertThrows(IllegalArgumentException.class, () -> new Tenant(bad).name(), bad);
        }
        assertTrue(new Tenant("a").compareTo(new Tenant("b")) < 0);
    }

    @Test
    void aCallerHasTheScopesOfItsKeyAlone() {
        Caller caller = new Caller(new Tenant("acme"), KEY, HashSet.of(Scope.READ));

        assertEquals(Either.right(caller), caller.require(Scope.READ));
        assertEquals(Either.left(new Caller.ScopeMissing(Scope.SUBMIT, HashSet.of(Scope.READ))), caller.require(Scope.SUBMIT));
        assertEquals(KEY, caller.line());
    }

    @Test
    void aCallerOfASuspendedTenantCanOnlyRead() {
        Caller suspended = new Caller(new Tenant("acme"), KEY, KEY, HashSet.of(Scope.values()), TenantStanding.SUSPENDED);

        assertEquals(Either.right(suspended), suspended.require(Scope.READ));
        for (Scope scope : HashSet.of(Scope.values()).remove(Scope.READ)) {
            assertEquals(Either.left(new Caller.TenantSuspended()), suspended.require(scope));
        }
    }

    @Test
    void anOperatorsNameIsShortAndPrintable() {
        assertEquals("ops", OperatorName.parse("ops").get().text());
        for (String bad : new String[] {"", " ", "x".repeat(OperatorName.MAX_LENGTH + 1), "a\nb"}) {
            assertTrue(OperatorName.parse(bad).isLeft(), bad);
        }
    }

    @Test
    void aScopeIsFoundByItsWord() {
        for (Scope scope : Scope.values()) {
            assertEquals(Option.some(scope), Scope.of(scope.word()));
        }
        assertEquals("read", Scope.READ.word());
        assertEquals(Option.none(), Scope.of("READ"));
    }
}
