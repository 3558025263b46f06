/** Sums of sales: exact amounts, and the numbers of tickets that were sold to fans. */
@NullMarked
package encore.kernel.tickets.sales;

import org.jspecify.annotations.NullMarked;
