"""What people are seen by: chosen through the API from a list, kept with the person, and told with his chair."""

import json

from house_client import Guest
from houses import serving
from test_house import Client, all_gone, begun, in_house, people, refuses, until
from test_security import host, refused, run

from paiju.house import HouseLimits
from paiju.people import AVATARS, BOT_AVATAR
from paiju.store.house_store import Document


def avatars(told):
    return [chair.get("avatar", "") for chair in told["chairs"]]


@run
async def test_a_guest_chooses_a_picture_and_everybody_at_the_table_is_told(tmp_path):
    async with serving(tmp_path) as server:
        ann, table = await host(server, chairs=[{"kind": "open"}, {"kind": "open"}, {"kind": "bot"}])
        bob = await Guest(server.url, "Bob").__aenter__()
        assert (await bob.post("/me/avatar", avatar="fox"))["avatar"] == "fox"
        await bob.ask(table, "sit")
        assert avatars(await ann.get(f"/tables/{table}")) == ["", "fox", BOT_AVATAR, ""]
        async with bob.socket(table) as ws:  # whoever sits there already hears of it at once
            await ws.send_str('{"type":"hello"}')
            await ann.post("/me/avatar", avatar="owl")
            while avatars(told := await heard(ws, "table"))[0] != "owl":
                assert avatars(told) == ["", "fox", BOT_AVATAR, ""]
        assert (await ann.get("/me"))["avatar"] == "owl"
        assert (await bob.get(f"/people/{ann.id}"))["avatar"] == "owl"
        assert "avatar" not in await ann.post("/me/avatar", avatar="")  # the letter again
        assert avatars(await bob.get(f"/tables/{table}")) == ["", "fox", BOT_AVATAR, ""]


async def heard(ws, type):
    while (told := json.loads((await ws.receive()).data))["type"] != type:
        pass
    return told


@run
async def test_what_is_no_picture_of_the_list_is_refused_and_nobody_chooses_for_another(tmp_path):
    async with serving(tmp_path) as server:
        ann, bob = await Guest(server.url, "Ann").__aenter__(), await Guest(server.url, "Bob").__aenter__()

        async def tries(guest, **body):
            url = f"{server.url}/api/v1/me/avatar"
            return await refused(guest.session.post(url, json=body, headers=guest.headers))

        await ann.post("/me/avatar", avatar="cat")
        assert await tries(ann, avatar="dragon") == (422, "no_such_avatar")
        assert await tries(ann, avatar=BOT_AVATAR) == (422, "no_such_avatar")  # nobody passes for a bot
        assert await tries(ann, avatar="https://elsewhere/me.png") == (422, "bad_value")
        assert await tries(ann, avatar=3) == (422, "bad_value")
        assert await tries(ann) == (422, "bad_value")
        assert await tries(bob, avatar="dog", person=ann.id) == (422, "unknown_field")  # it is always one's own
        await bob.post("/me/avatar", avatar="dog")
        assert [(await each.get("/me"))["avatar"] for each in (ann, bob)] == ["cat", "dog"]
        bob.token = ""
        assert await tries(bob, avatar="dog") == (401, "who_are_you")
        bot, token = await server.house.people.make_bot("Robo")
        bob.token = token
        assert await tries(bob, avatar="dog") == (403, "bot_avatar")
        table = (await ann.post("/tables", rules="hearts"))["table"]
        await bob.ask(table, "sit")  # a program elsewhere sits as people do, and is seen to be one
        assert avatars(await ann.get(f"/tables/{table}"))[:2] == ["cat", BOT_AVATAR]
        assert (await ann.get(f"/people/{bot.id}"))["avatar"] == BOT_AVATAR


@run
async def test_a_page_that_chooses_stays_who_it_is(tmp_path):
    """Other answers that tell of a person bring or take the cookie."""
    async with serving(tmp_path) as server:
        ann = await Guest(server.url, "Ann").__aenter__()
        cookie = {"Origin": server.url, "Cookie": f"paiju={ann.token}"}
        url = f"{server.url}/api/v1/me/avatar"
        async with ann.session.post(url, json={"avatar": "bee"}, headers=cookie) as response:
            assert (response.status, response.cookies) == (200, {})


@run
async def test_the_description_names_every_picture(tmp_path):
    async with serving(tmp_path) as server:
        ann = await Guest(server.url, "Ann").__aenter__()
        body = (await ann.get("/openapi.json"))["components"]["schemas"]["AvatarBody"]
        assert body["properties"]["avatar"]["enum"] == ["", *AVATARS]


@in_house
async def test_a_picture_stays_with_a_name_that_is_kept_and_with_who_comes_back(house):
    (ann,) = await people(house, "Ann")
    await house.choose_avatar(ann, "panda")
    kept, token = await house.people.keep(ann, "a long password")
    assert kept.avatar == "panda"
    assert (await house.people.who(token)).avatar == "panda"
    again, _ = await house.people.log_in("ann", "a long password")
    assert again.avatar == "panda"
    await house.choose_avatar(again, "moon")
    assert (await house.people.log_in("Ann", "a long password"))[0].avatar == "moon"  # and the password is as it was
    await house.people.ban(again)
    await house.people.choose_avatar(again, "tulip")  # had he asked a moment before
    assert await house.people.is_banned(again)


@in_house
async def test_of_a_guest_who_chooses_nothing_nothing_is_stored(house):
    (ann,) = await people(house, "Ann")
    await begun(house, ann)
    assert await house.store.get("person", ann.id) is None


@in_house
async def test_a_connection_older_than_the_choice_sits_down_with_the_choice(house):
    ann, bob = await people(house, "Ann", "Bob")
    contract = await house.open_table(ann, "hearts")
    table = await house.table(contract.id)
    table.come(Client(bob))
    await house.choose_avatar(bob, "turtle")
    await table.sit(bob)
    assert table.contract.chairs[1].avatar == "turtle"


@in_house
async def test_a_picture_chosen_while_the_table_is_in_no_memory_is_seen_when_he_comes_and_kept(house):
    house.limits = HouseLimits(linger=0.05)
    (ann,) = await people(house, "Ann")
    table, _, visits = await begun(house, ann, pace="relaxed")
    await all_gone(house, table, visits)
    ann = await house.choose_avatar(ann, "frog")
    again = await house.table(table.contract.id)
    visit = again.come(client := Client(ann))
    await until(lambda: client.stands[-1].chairs[0].avatar == "frog")
    await all_gone(house, again, [visit])
    assert (await house.table(table.contract.id)).contract.chairs[0].avatar == "frog"


@in_house
async def test_a_chair_given_up_has_no_picture_of_a_person_any_more(house):
    ann, bob = await people(house, "Ann", "Bob")
    await house.choose_avatar(bob, "fish")
    table, _, _ = await begun(house, ann, bob)
    assert table.contract.chairs[1].avatar == "fish"
    await table.stand(bob)
    assert table.contract.chairs[1].avatar == ""
    with refuses("no_such_avatar"):
        await house.choose_avatar(bob, "FISH")


@in_house
async def test_what_was_written_about_a_person_meanwhile_stays(house):
    (ann,) = await people(house, "Ann")
    real = house.store.get

    async def get(kind, id):
        told = await real(kind, id)
        house.store.get = real
        await house.store.put_all([Document("person", ann.id, {"name": "Ann", "kind": "guest", "banned": True})])
        return told

    house.store.get = get
    await house.people.choose_avatar(ann, "bee")
    assert await house.store.get("person", ann.id) == {
        "name": "Ann", "kind": "guest", "banned": True, "avatar": "bee"
    }  # fmt: skip
