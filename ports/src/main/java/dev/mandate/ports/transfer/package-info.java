/** What came into smart accounts and went out of them: transfers as the chain remembers them, and how to ask for a part of them. */
@NullMarked
package dev.mandate.ports.transfer;

import org.jspecify.annotations.NullMarked;
