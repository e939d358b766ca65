/** What somebody with write access to a database can make the server do, on every store. */
@NullMarked
package dev.mandate.adapters.store.tampering;

import org.jspecify.annotations.NullMarked;
