package encore.api.purchases;

import static encore.api.access.Lock.SECRET;
import static encore.api.input.OptionalText.blankToNull;

import encore.api.access.Access;
import encore.api.contacts.Contacts;
import encore.api.contacts.Countries;
import encore.api.input.AscendingRange;
import encore.api.input.Description;
import encore.api.input.Format;
import encore.api.input.Params;
import encore.api.paging.Listing;
import encore.api.paging.Pages;
import encore.api.problems.Ids;
import encore.infra.backend.Backend;
import encore.infra.backend.Caller;
import encore.kernel.fans.FanId;
import encore.kernel.paging.Paging.NextKey;
import encore.kernel.people.Area;
import encore.kernel.privacy.Contact;
import encore.kernel.purchases.Purchase;
import encore.kernel.purchases.PurchaseCommand.RecordPurchase;
import encore.kernel.purchases.PurchaseDetails;
import encore.kernel.purchases.PurchaseId;
import encore.kernel.purchases.PurchaseQuery.FindPurchases;
import encore.kernel.purchases.PurchaseQuery.PurchaseSelection;
import encore.kernel.purchases.Purchaser;
import encore.kernel.purchases.RecordedPurchase;
import encore.kernel.time.Days;
import jakarta.validation.constraints.Digits;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Size;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Mono;

/** Records purchases from other shops, repeatedly if they change, and lists them by the days of the orders. */
@RestController
@Access(scope = "crm", area = Area.TICKETS, lock = SECRET)
@RequestMapping("/api/v1/crm/purchases")
class PurchasesController {

    private static final int ROWS = 1_000;
    private static final Pages.Next NEXT = Pages.next("next_purchase_key");

    /** A purchase as a shop reports it. When it is reported again, omitted fields stay. */
    record Add(
            @Description("Unique in its network. A purchase that already has this key is changed.")
            @NotBlank
            @Size(max = 255)
            String purchaseKey,

            @NotBlank @Size(max = 255) String network,
            @NotBlank @Size(max = 255) String orderKey,
            @NotBlank @Size(max = 255) String merchantKey,
            Instant orderTimestamp,
            @Digits(integer = 13, fraction = 6) BigDecimal grossSaleAmount,
            @Digits(integer = 13, fraction = 6) BigDecimal netSaleAmount,
            @Nullable @Size(max = 255) String locationKey,

            @Contact
            @Description("Without an email or a phone, the buyer is the fan with this identifier on the network.")
            @Nullable
            @Size(max = 255)
            String customerKey,

            @Contact @Format(Format.EMAIL) @Nullable @Size(max = 255)
            String email,

            @Contact @Format(Format.PHONE) @Nullable String phone,

            @Description(
                    "The country of the buyer, and of a phone without a country prefix. Absent: such a phone is read"
                            + " as a US number.")
            @Format(Format.COUNTRY)
            @Nullable
            String country,

            @Nullable String province,
            @Nullable String city,
            @Nullable @Size(max = 255) String productKey,
            @Nullable @Size(max = 255) String productName,
            @Nullable @Size(max = 255) String productCategory) {

        PurchaseDetails details() {
            return new PurchaseDetails(
                    network,
                    purchaseKey,
                    orderKey,
                    merchantKey,
                    blankToNull(locationKey),
                    orderTimestamp,
                    grossSaleAmount,
                    netSaleAmount,
                    blankToNull(productKey),
                    blankToNull(productName),
                    blankToNull(productCategory));
        }

        Purchaser purchaser() {
            String code = blankToNull(Countries.code(country, "country"));
            return new Purchaser(
                    blankToNull(customerKey),
                    blankToNull(Contacts.email(email)),
                    blankToNull(Contacts.phone(phone, code)),
                    code,
                    blankToNull(province),
                    blankToNull(city));
        }
    }

    /** Selects purchases by the day of the order. Both days are excluded. */
    @AscendingRange(start = "startDate", end = "endDate")
    record Find(
            @NotBlank @Size(max = 255) String network,

            @Description("Ordered after this UTC day.") LocalDate startDate,

            @Description("Ordered before this UTC day.") LocalDate endDate,

            @Description("A part of the name; upper and lower case are the same.") @Nullable @Size(max = 255)
            String productName,

            @Nullable @Size(max = 255) String merchantKey,
            @Nullable @Size(max = 255) String locationKey,

            @Description("The key in meta of the page before.") @Nullable @Pattern(regexp = Pages.ROW_KEY)
            String nextPurchaseKey) {

        NextKey paging() {
            return new NextKey(nextPurchaseKey, ROWS);
        }

        FindPurchases query(long account) {
            Days days = new Days(startDate.plusDays(1), endDate.minusDays(1));
            return new FindPurchases(
                    account, new PurchaseSelection(network, days, productName, merchantKey, locationKey), paging());
        }
    }

    private final Backend backend;

    PurchasesController(Backend backend) {
        this.backend = backend;
    }

    @Description("Records a purchase, or changes the one with this key; finds or registers its buyer")
    @PostMapping
    Mono<RecordedPurchase> add(Caller caller, @Params Add in) {
        var purchase = new PurchaseId(caller.account(), Ids.uid());
        var fan = new FanId(caller.account(), Ids.number());
        return backend.send(caller, new RecordPurchase(purchase, fan, in.details(), in.purchaser()));
    }

    @Description("Lists purchases on a network in the order of recording, 1,000 a page")
    @GetMapping
    Mono<Listing<Pages.NextMeta, Purchase>> find(Caller caller, @Params Find in) {
        return backend.ask(caller, in.query(caller.account())).map(page -> NEXT.answer(in.paging(), page));
    }
}
