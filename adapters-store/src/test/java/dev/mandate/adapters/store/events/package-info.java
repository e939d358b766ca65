/** What events of tenants need of a store. */
@NullMarked
package dev.mandate.adapters.store.events;

import org.jspecify.annotations.NullMarked;
